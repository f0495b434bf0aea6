import { afterEach, describe, expect, it } from "vitest";
import {
	activeOf,
	CARDS,
	changePlan,
	deliver,
	eventAbout,
	pageIn,
	settled,
	submit,
	wishFor,
} from "#server/testing/billing/billing.ts";
import { changeTo, customerOf, newestSubscription, type Story } from "#server/testing/billing/billing-sequences.ts";
import { calm } from "#server/testing/billing/billing-storms.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();
afterEach(() => calm(app));

/** A cancellation, one by a date as Stripe's portal makes it, or a planned change. */
type Stands = "ends" | "ends by date" | "downgrade" | "nothing";

/** Someone on Pro, with a cancellation or a planned change. */
async function subscriber(stands: Stands): Promise<Story> {
	const story = await payingCustomer(app);
	if (stands === "ends") await story.person.post(API.subscriptions.cancel);
	if (stands === "downgrade") await changeTo("starter")(story);
	if (stands === "ends by date") {
		await app.sandbox?.cancelInPortal({ subscription: (await newestSubscription(story)).id });
	}
	await settled(app);
	return story;
}

/** What Stripe has, what we show of it, and what was taken, in cents. */
async function stateOf(story: Story) {
	await settled(app);
	const { items, cancel_at, schedule, pending_update, metadata } = await newestSubscription(story);
	const planned = schedule ? (await app.stripe.subscriptionSchedules.retrieve(String(schedule))).phases[1] : undefined;
	const { subscription } = await activeOf(story.person);
	const charges = app.sandbox?.kept.charges(await customerOf(story)) ?? [];
	const next = planned && [planned.items[0]?.price, planned.start_date, planned.end_date];
	return {
		atStripe: { plan: items.data[0]?.price.lookup_key, cancel_at, next, pending_update, marks: Object.keys(metadata) },
		shown: [subscription?.planId, subscription?.endsAt, subscription?.plannedChange, subscription?.droppedChange],
		taken: charges.flatMap(({ paid, amount }) => (paid ? [amount] : [])).reverse(),
	};
}

const choose = (story: Story, wish: Record<string, unknown>) => story.person.post(API.subscriptions.checkout, wish);
const wish = (story: Story, planId: PlanId = "enterprise", isAnnual = false) =>
	wishFor(story.person, { planId, isAnnual });
const cardOf = async (story: Story, cardNumber: string) =>
	app.sandbox?.setCard({ customer: await customerOf(story), cardNumber });

describe("P127: another plan undoes what stands only on the person's word", () => {
	it.each([
		["ends", /^Your subscription ends on .+\. Choosing another plan undoes this cancellation\.$/],
		["downgrade", /^Your plan changes to Starter, paid monthly, on .+ undoes this change\.$/],
	] as const)("%s: it is refused without it", async (stands, words) => {
		const story = await subscriber(stands);
		const before = await stateOf(story);
		const answer = await choose(story, { ...(await wish(story)), takeBack: false });
		expect(answer.status).toBe(409);
		expect(await answer.json()).toMatchObject({ kind: "take_back_required", message: expect.stringMatching(words) });
		expect(await stateOf(story)).toEqual(before);
	});

	it("an end further away is taken back first", async () => {
		const story = await subscriber("nothing");
		const cancel_at = Math.floor(Date.now() / 1000) + 100 * 86_400;
		await app.stripe.subscriptions.update((await newestSubscription(story)).id, { cancel_at });
		const before = await stateOf(story);
		const message = expect.stringMatching(/^Your subscription ends on .+ Reactivate it before you choose this plan\.$/);
		const preview = await story.person.get(`${API.subscriptions.preview}?planId=enterprise&isAnnual=false`);
		const agreed = { amount: 3_000, prorationDate: Math.floor(Date.now() / 1000) };
		for (const answer of [preview, await choose(story, { planId: "enterprise", takeBack: true, agreed })]) {
			expect([answer.status, await answer.json()]).toMatchObject([409, { code: "reactivate_first", message }]);
		}
		expect(await stateOf(story)).toEqual(before);
	});
});

describe("P561: a change that starts now is one call, after our dialog has named the amount", () => {
	it.each(["ends", "ends by date", "downgrade"] as const)("%s: it takes that amount", async (stands) => {
		const story = await subscriber(stands);
		const calls = app.proxy.calls.length;
		expect(await changePlan(story.person, { planId: "enterprise" })).toBe(`${app.origin}/payment-success`);
		expect(await stateOf(story)).toMatchObject({
			atStripe: { plan: "enterprise_monthly", cancel_at: null, next: undefined, pending_update: null },
			shown: ["enterprise", null, null, null],
			taken: [1_999, 3_000],
		});
		const updates = app.proxy.calls.slice(calls).filter((call) => call.startsWith("POST /v1/subscriptions/"));
		expect(updates).toHaveLength(stands === "ends by date" ? 2 : 1);
	});

	it("without the amount, with another, or with one that is too old, nothing is taken", async () => {
		const story = await subscriber("nothing");
		const before = await stateOf(story);
		const now = Math.floor(Date.now() / 1000);
		const agreements = [
			[undefined, "This change is charged today. Please confirm the amount."],
			[{ amount: 2_999, prorationDate: now }, "The amount has changed. Please check it and confirm again."],
			[{ amount: 3_000, prorationDate: now - 660 }, "The amount has changed. Please check it and confirm again."],
			[{ amount: 3_000, prorationDate: now + 600 }, "The amount has changed. Please check it and confirm again."],
			[{ amount: 3_000, prorationDate: 0 }, "The amount has changed. Please check it and confirm again."],
		] as const;
		for (const [agreed, message] of agreements) {
			const answer = await choose(story, { planId: "enterprise", confirmed: true, agreed });
			expect([answer.status, await answer.json()]).toMatchObject([409, { kind: "confirmation_required", message }]);
		}
		for (const agreed of [
			{ amount: -1, prorationDate: now },
			{ amount: 3_000 },
			{ amount: 1.5, prorationDate: now },
			1,
		]) {
			expect((await choose(story, { planId: "enterprise", agreed })).status).toBe(400);
		}
		expect(await stateOf(story)).toEqual(before);
	});

	it.each(["ends", "downgrade"] as const)(
		"%s: a declined card changes nothing, says so, and the next card pays",
		async (stands) => {
			const story = await subscriber(stands);
			await cardOf(story, CARDS.declined);
			const before = await stateOf(story);
			const answer = await choose(story, await wish(story));
			expect([answer.status, await answer.json()]).toMatchObject([
				402,
				{ code: "card_declined", message: expect.stringMatching(/^Your card was declined\. Nothing has changed\./) },
			]);
			expect(await stateOf(story)).toEqual(before);
			const { data } = await app.stripe.invoices.list({ customer: await customerOf(story), status: "open" });
			expect(data).toEqual([]);
			await cardOf(story, CARDS.ok);
			await changePlan(story.person, { planId: "enterprise" });
			expect((await stateOf(story)).taken).toEqual([1_999, 3_000]);
		},
	);

	it.each(["ends", "downgrade"] as const)(
		"%s: the bank is asked on the invoice's page, and the plan counts once that is paid",
		async (stands) => {
			const story = await subscriber(stands);
			await cardOf(story, CARDS.authenticateAlways);
			const before = await stateOf(story);
			const page = await changePlan(story.person, { planId: "enterprise", isAnnual: true });
			expect(page).toContain("/sandbox/stripe/invoices/");
			const meanwhile = await stateOf(story);
			expect(meanwhile.taken).toEqual(before.taken);
			expect(meanwhile.atStripe).toMatchObject({ plan: "pro_monthly", cancel_at: before.atStripe.cancel_at });
			await submit(story.person, page, { action: "complete" });
			expect(await stateOf(story)).toMatchObject({
				atStripe: { plan: "enterprise_yearly", cancel_at: null, pending_update: null },
				shown: ["enterprise", null, null, null],
				taken: [1_999, 49_990 - 1_999],
			});
		},
	);

	it.each(["ends", "downgrade"] as const)(
		"%s: 23 hours after a page that nobody paid, the plan stays, and nothing was lost silently",
		async (stands) => {
			const story = await subscriber(stands);
			await cardOf(story, CARDS.authenticateAlways);
			const before = await stateOf(story);
			await changePlan(story.person, { planId: "enterprise" });
			await app.sandbox?.advance({ customer: await customerOf(story), seconds: 23 * 3_600 + 1 });
			const after = await stateOf(story);
			expect(after.atStripe).toEqual({ ...before.atStripe, next: undefined });
			const dropped = { planId: "starter", plan: { name: "Starter" }, isAnnual: false };
			expect(after.shown).toEqual(stands === "ends" ? before.shown : ["pro", null, null, dropped]);
			expect(after.taken).toEqual([1_999]);
		},
	);

	it("canceling gives up a change that waits for the bank: nothing is taken later", async () => {
		const story = await subscriber("nothing");
		await cardOf(story, CARDS.authenticateAlways);
		const page = await changePlan(story.person, { planId: "enterprise" });
		expect((await story.person.post(API.subscriptions.cancel)).status).toBe(200);
		await submit(story.person, page, { action: "complete" });
		expect(await stateOf(story)).toMatchObject({ atStripe: { plan: "pro_monthly" }, taken: [1_999] });
	});

	it("clicked twice, in one tab or two, it takes the amount once", async () => {
		const story = await subscriber("nothing");
		const first = await wish(story);
		const clicks = [choose(story, first), choose(story, first), choose(story, { ...first, takeBack: true })];
		for (const answer of await Promise.all(clicks)) expect(await pageIn(answer)).toBe(`${app.origin}/payment-success`);
		expect((await stateOf(story)).taken).toEqual([1_999, 3_000]);
	});

	it("whose answer is lost takes the amount once: the next look says so, and so does a second click", async () => {
		const story = await subscriber("ends");
		const first = await wish(story);
		app.sandbox?.webhooks.pause();
		app.proxy.breakWith((call) => (call.startsWith("POST /v1/subscriptions/") ? { kind: "lostReply" } : null));
		expect((await choose(story, first)).status).toBe(502);
		app.proxy.breakWith(null);
		const seen = await (await story.person.get(`${API.subscriptions.active}?session_id=`)).json();
		expect(seen).toMatchObject({ verified: true, subscription: { planId: "enterprise", endsAt: null } });
		expect(await pageIn(await choose(story, first))).toBe(`${app.origin}/payment-success`);
		app.sandbox?.webhooks.resume();
		expect((await stateOf(story)).taken).toEqual([1_999, 3_000]);
	});

	it.each(["ends", "downgrade"] as const)("%s: one that Stripe refuses changes nothing", async (stands) => {
		const story = await subscriber(stands);
		const before = await stateOf(story);
		const first = await wish(story);
		app.proxy.breakWith((call) =>
			call.startsWith("POST /v1/subscriptions/") ? { kind: "status", status: 400 } : null,
		);
		expect((await choose(story, first)).status).toBe(502);
		app.proxy.breakWith(null);
		expect(await stateOf(story)).toEqual(before);
	});
});

describe("P562: what a change drops on the way is never lost silently", () => {
	it("a cancellation that fails plans the dropped change again; if that fails, too, it is offered again", async () => {
		const story = await subscriber("downgrade");
		const before = await stateOf(story);
		for (const isUnavailable of [false, true]) {
			const broken = (call: string) =>
				call.startsWith("POST /v1/subscriptions/") || (isUnavailable && call === "POST /v1/subscription_schedules");
			app.proxy.breakWith((call) => (broken(call) ? { kind: "status", status: 503 } : null));
			expect((await story.person.post(API.subscriptions.cancel)).status).toBe(502);
			app.proxy.breakWith(null);
			const after = await stateOf(story);
			if (!isUnavailable) expect(after).toEqual(before);
			else expect(after.shown).toMatchObject(["pro", null, null, { planId: "starter" }]);
		}
	});

	it("a process that ends between two calls leaves the cancellation, which the next sync restores", async () => {
		const story = await subscriber("ends");
		const before = await stateOf(story);
		const { id, cancel_at } = await newestSubscription(story);
		// The first of the two calls, and half of the second.
		const metadata = { ends_unless_planned: String(cancel_at) };
		await app.stripe.subscriptions.update(id, { cancel_at_period_end: false, metadata });
		await app.stripe.subscriptionSchedules.create({ from_subscription: id });
		await deliver(app, eventAbout(await customerOf(story)));
		expect(await stateOf(story)).toEqual(before);
		expect((await story.person.post(API.subscriptions.reactivate)).status).toBe(200);
		expect((await stateOf(story)).atStripe).toMatchObject({ cancel_at: null });
	});

	it("a planned change that replaces a cancellation stays called off once it is dropped", async () => {
		const story = await subscriber("ends");
		await changePlan(story.person, { planId: "basic" });
		expect((await stateOf(story)).shown).toMatchObject(["pro", null, { planId: "basic" }, null]);
		expect((await story.person.post(API.subscriptions.keepPlan)).status).toBe(200);
		const { atStripe, shown } = await stateOf(story);
		expect([shown, atStripe.cancel_at, atStripe.next]).toEqual([["pro", null, null, null], null, undefined]);
	});
});
