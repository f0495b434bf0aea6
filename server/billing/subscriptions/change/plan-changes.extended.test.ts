import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { lookupKey, OFFERS, type Offer, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import type { Browser } from "#server/testing/app/browser.ts";
import { CARDS, changePlan, pageFor, submit, userOf } from "#server/testing/billing/billing.ts";
import { newcomer } from "#server/testing/billing/customers.ts";
import { recordChange } from "#server/testing/billing/recorded-changes.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { changeEffect } from "#shared/billing/subscriptions/change-effect.ts";
import type { ActiveSubscription, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { offerOfPrice } from "../stripe/plan-prices.ts";

const HOUR = 3_600;
/** A frozen clock, so that the preview equals the charge a moment later, to the cent. */
const NOW = new Date("2026-11-23T12:00:00Z");
const app = useBillingApp({ now: () => NOW });

type Change = { from: Offer; to: Offer };
const CHANGES: Change[] = OFFERS.flatMap((from) => OFFERS.filter((to) => to !== from).map((to) => ({ from, to })));
const SITUATIONS = ["bought today", "bought with a code", "in the middle of a period", "canceled", "planned"] as const;
type Situation = (typeof SITUATIONS)[number];
/** Something lower that is planned before; nothing is lower than Starter paid monthly. */
const plannedBefore = (from: Offer, to: Offer) =>
	OFFERS.find((each) => each !== from && each !== to && changeEffect(from, each) === "period_end");

/** A customer on this plan, in this situation, with lost events: every screen has to ask Stripe itself. */
async function subscriberIn(situation: Situation, { from, to }: Change) {
	await app.sandbox?.webhooks.faults({ drop: 1 });
	const { email, person } = await newcomer(app);
	const page = await pageFor(person, from.planId, from.isAnnual);
	if (situation === "bought with a code") await submit(person, page, { promotion_code: "CUT50OFF" });
	await submit(person, page, { card_number: CARDS.ok });
	await backFromStripe(person);
	const customer = (await userOf(app, email)).stripeCustomerId ?? "";
	const subscription = async () => (await app.stripe.subscriptions.list({ customer })).data[0] as Stripe.Subscription;
	const now = () => app.sandbox?.now(customer) ?? 0;
	const story = {
		person,
		subscription,
		paidOffer: async () => offerOfPrice((await subscription()).items.data[0]?.price as Stripe.Price),
		waitUntil: async (at: number) => {
			if (at > now()) await app.sandbox?.advance({ customer, seconds: at - now() });
		},
		taken: () =>
			(app.sandbox?.kept.charges(customer) ?? []).reduce((sum, { paid, amount }) => sum + (paid ? amount : 0), 0),
	};
	if (situation === "bought today" || situation === "bought with a code") return story;
	const item = (await subscription()).items.data[0] as Stripe.SubscriptionItem;
	const length = item.current_period_end - item.current_period_start;
	await story.waitUntil(item.current_period_start + Math.floor(length * 0.4) + 12_345);
	if (situation === "canceled") await person.post(API.subscriptions.cancel);
	const planned = plannedBefore(from, to);
	if (situation === "planned" && planned) await changePlan(person, planned);
	return story;
}

/** How every page begins for who comes back from Stripe: it asks Stripe itself. */
async function backFromStripe(person: Browser): Promise<ActiveSubscription> {
	const answer = await person.get(`${API.subscriptions.active}?session_id=`);
	return (await answer.json()) as ActiveSubscription;
}

async function previewOf(person: Browser, { planId, isAnnual }: Offer) {
	const answer = await person.get(`${API.subscriptions.preview}?planId=${planId}&isAnnual=${isAnnual}`);
	return { status: answer.status, preview: (await answer.json()) as PlanChangePreview };
}

describe.each(SITUATIONS)("P257, P258: the preview of a change matches its charges, %s", (situation) => {
	const changes = CHANGES.filter(({ from, to }) => situation !== "planned" || plannedBefore(from, to));
	it.concurrent.each(
		changes.map((change) => [`${lookupKey(change.from)} -> ${lookupKey(change.to)}`, change] as const),
	)("%s", async (_name, change) => {
		const { from, to } = change;
		const story = await subscriberIn(situation, change);
		const { subscription: before } = await backFromStripe(story.person);
		const { preview } = await previewOf(story.person, to);
		const { amounts } = preview;
		if (!amounts) throw new Error("The preview has no amounts");
		expect(preview.effect).toBe(changeEffect(from, to));
		const takeBack = situation === "canceled" || situation === "planned";
		expect(preview.takesBack !== null).toBe(takeBack);

		const paidBefore = story.taken();
		await changePlan(story.person, to);
		const takenToday = story.taken() - paidBefore;
		expect(takenToday).toBe(amounts.today);
		const isNow = preview.effect === "now";
		expect(await story.paidOffer()).toEqual(isNow ? to : from);
		const { subscription } = await backFromStripe(story.person);
		expect(subscription).toMatchObject(isNow ? { endsAt: null, plannedChange: null } : { endsAt: null });
		if (!isNow) {
			expect(subscription?.plannedChange).toMatchObject({ ...to, at: preview.startsAt });
			expect([amounts.today, amounts.next.at]).toEqual([0, preview.startsAt]);
		}

		const at = Date.parse(amounts.next.at) / 1000;
		const after = story.taken();
		await story.waitUntil(at - 1);
		expect(await story.paidOffer()).toEqual(isNow ? to : from);
		expect(story.taken()).toBe(after);
		await story.waitUntil(at + 2 * HOUR);
		expect(await story.paidOffer()).toEqual(to);
		const takenNext = story.taken() - after;
		expect(takenNext).toBe(amounts.next.amount);
		if (before) recordChange({ situation, from, to, subscription: before, preview, takenToday, takenNext });
		expect((await story.subscription()).status).toBe("active");

		// Credit pays the next invoices, one after the other; what is too small to be charged is added to the next one.
		const balance = amounts.next.amount > 0 ? 0 : amounts.perPeriod - amounts.credit;
		const second = amounts.perPeriod + balance;
		const item = (await story.subscription()).items.data[0] as Stripe.SubscriptionItem;
		const paid = story.taken();
		await story.waitUntil(item.current_period_end + 2 * HOUR);
		expect(story.taken() - paid).toBe(second < 50 ? 0 : second);
	});
});

describe("P261: an open invoice comes before every change, past due", () => {
	it.concurrent.each(OFFERS.map((from) => [lookupKey(from), from] as const))(
		"%s -> each other",
		async (_name, from) => {
			const changes = CHANGES.filter((change) => change.from === from);
			expect(changes).toHaveLength(OFFERS.length - 1);
			// What is refused changes nothing, so that one customer asks for all of them.
			const story = await subscriberIn("bought today", changes[0] as Change);
			const { customer } = await story.subscription();
			await app.sandbox?.setCard({ customer: String(customer), cardNumber: CARDS.declinedLater });
			await story.waitUntil(((await story.subscription()).items.data[0]?.current_period_end ?? 0) + 2 * HOUR);
			const pastDue = await story.subscription();
			const paidBefore = story.taken();
			for (const { to } of changes) {
				const answer = await story.person.post(API.subscriptions.checkout, { ...to, confirmed: true });
				const { kind, message } = (await answer.json()) as { kind: string; message: string };
				expect([lookupKey(to), answer.status, kind]).toEqual([lookupKey(to), 409, "payment_owed"]);
				expect(message).toContain(`You owe €${(priceInCents(from) / 100).toFixed(2)} for `);
				expect(story.taken()).toBe(paidBefore);
				recordChange({ situation: "past due", from, to, refusal: message, takenToday: story.taken() - paidBefore });
			}
			expect(await story.subscription()).toEqual(pastDue);
		},
	);
});
