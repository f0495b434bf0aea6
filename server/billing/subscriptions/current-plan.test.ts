import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import {
	activeOf,
	CARDS,
	pageFor,
	rowsOf,
	settled,
	submit,
	subscribeTo,
	userOf,
} from "#server/testing/billing/billing.ts";
import { customerOf, newestSubscription, type Story } from "#server/testing/billing/billing-sequences.ts";
import { newcomer, payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();

const subscriber = (plan: PlanId = "pro") => payingCustomer(app, plan);

/** A subscription that someone made in the dashboard: past everything that we know. */
async function makeByHand(story: Story, price: string): Promise<Stripe.Subscription> {
	const { url } = await app.stripe.checkout.sessions.create({
		mode: "subscription",
		customer: await customerOf(story),
		line_items: [{ price, quantity: 1 }],
		success_url: app.origin,
	});
	await submit(story.person, url ?? "", { card_number: CARDS.ok });
	await settled(app);
	return newestSubscription(story);
}
const priceOf = async (key: string) => (await app.stripe.prices.list({ lookup_keys: [key] })).data[0] as Stripe.Price;
const post = async (story: Story, path: string) => (await story.person.post(path)).json();

describe("P71, P128: one current subscription", () => {
	it("is the highest plan, though a lower one is newer: for the screen, and for every button", async () => {
		const story = await subscriber("pro");
		const pro = await newestSubscription(story);
		const starter = await makeByHand(story, (await priceOf("starter_monthly")).id);
		expect(await activeOf(story.person)).toMatchObject({
			active: true,
			subscription: { planId: "pro" },
			alsoPaying: [{ planId: "starter", plan: { name: "Starter" }, paymentFailed: false }],
		});
		const again = await subscribeTo(story.person, "pro");
		expect([again.status, await again.json()]).toMatchObject([
			409,
			{ kind: "conflict", message: "You already have this plan" },
		]);
		expect(await post(story, API.subscriptions.cancel)).toMatchObject({
			subscription: { planId: "pro", cancelAtPeriodEnd: true },
		});
		const endsOf = async ({ id }: { id: string }) => (await app.stripe.subscriptions.retrieve(id)).cancel_at_period_end;
		expect([await endsOf(pro), await endsOf(starter)]).toEqual([true, false]);
		expect(await post(story, API.subscriptions.reactivate)).toMatchObject({ subscription: { planId: "pro" } });
		expect([await endsOf(pro), await endsOf(starter)]).toEqual([false, false]);

		for (const _time of [1, 2]) {
			const ended = await post(story, API.subscriptions.cancelAlsoPaying);
			expect(ended).toMatchObject({ subscription: { planId: "pro", cancelAtPeriodEnd: false } });
		}
		expect([await endsOf(pro), await endsOf(starter)]).toEqual([false, true]);
		expect((await activeOf(story.person)).alsoPaying).toEqual([]);
	});

	it("has nothing beside it normally", async () => {
		const story = await subscriber();
		const answer = await story.person.post(API.subscriptions.cancelAlsoPaying);
		expect([answer.status, await answer.json()]).toMatchObject([
			404,
			{ kind: "not_found", message: "No second subscription" },
		]);
	});
});

describe("dates and names", () => {
	it("a refund is recorded of a payment whose customer was deleted, and when the account is gone", async () => {
		const [stays, leaves] = [await subscriber(), await subscriber()];
		for (const story of [stays, leaves]) {
			const { id } = await userOf(app, story.email);
			const [payment] = (await rowsOf(app, id)).payments;
			const intent = payment?.stripePaymentIntentId ?? "";
			const { userSlug } = await userOf(app, story.email);
			if (story === leaves) await story.person.delete(API.account.all, { confirm: userSlug });
			else await app.stripe.customers.del(await customerOf(story));
			await settled(app);
			if (story === stays) await pageFor(story.person, "basic");
			await app.stripe.refunds.create({ payment_intent: intent });
			await settled(app);
			const { rows } = await app.deps.pool.query("SELECT status FROM payments WHERE stripe_payment_intent_id = $1", [
				intent,
			]);
			expect(rows).toEqual([{ status: "refunded" }]);
		}
	});

	it("a customer whose time is ahead, as on a test clock, gets a page to pay on", async () => {
		const { email, person } = await newcomer(app);
		await pageFor(person, "pro");
		const { id } = await app.stripe.customers.create();
		await app.sandbox?.advance({ customer: id, seconds: 1e7 });
		await app.deps.pool.query("UPDATE users SET stripe_customer_id = $1 WHERE email = $2", [id, email]);
		expect((await subscribeTo(person, "pro")).status).toBe(200);
	});
});

describe("Stripe's pages, and what they know", () => {
	it("are not there for somebody without a subscription", async () => {
		const person = await app.signedIn();
		expect((await person.get(API.subscriptions.details)).status).toBe(404);
		const { portal, cardPage, paymentPage, keepPlan } = API.subscriptions;
		for (const path of [portal, cardPage, paymentPage, keepPlan]) {
			expect((await person.post(path)).status).toBe(404);
		}
	});
});
