import { describe, expect, it } from "vitest";
import { activeOf, CARDS, settled, submit, subscribeTo } from "#server/testing/billing/billing.ts";
import { customerOf, newestSubscription, type Story } from "#server/testing/billing/billing-sequences.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();

const subscriber = () => payingCustomer(app, "pro");
const post = async (story: Story, path: string) => {
	const answer = await story.person.post(path);
	return [answer.status, await answer.json()];
};
const advance = async (story: Story, seconds: number) => {
	await app.sandbox?.advance({ customer: await customerOf(story), seconds });
	await settled(app);
};
const paidBy = async (story: Story) => {
	const { data } = await app.stripe.invoices.list({ customer: await customerOf(story) });
	return data.map(({ amount_paid: paid }) => paid);
};

describe("P570, P571: what an operator sets at Stripe is said, and every button acts on it", () => {
	it("a trial", async () => {
		const story = await subscriber();
		await app.sandbox?.trial({ subscription: (await newestSubscription(story)).id, days: 14 });
		await settled(app);
		expect(await activeOf(story.person)).toMatchObject({ active: false, standing: "trialing" });
		const other = await subscribeTo(story.person, "enterprise");
		expect([other.status, await other.json()]).toMatchObject([409, { code: "subscription_fixed" }]);
		const preview = await story.person.get(`${API.subscriptions.preview}?planId=enterprise&isAnnual=false`);
		expect([preview.status, await preview.json()]).toMatchObject([409, { code: "subscription_fixed" }]);
		const details = await (await story.person.get(API.subscriptions.details)).json();
		expect(details).toMatchObject({ renewal: { amount: 1999 }, card: { last4: "4242" } });
		expect(await post(story, API.subscriptions.cancel)).toMatchObject([200, { hasEnded: false }]);
		expect(await activeOf(story.person)).toMatchObject({ active: false, standing: "ending" });
		expect(await post(story, API.subscriptions.reactivate)).toMatchObject([
			200,
			{ subscription: { status: "trialing" } },
		]);
	});

	it("a pause of payments, until a day: the plan works, and nothing is taken", async () => {
		const story = await subscriber();
		const { id } = await newestSubscription(story);
		await app.sandbox?.pause({ subscription: id, what: "collection", days: 40 });
		await settled(app);
		const { active, standing, subscription } = await activeOf(story.person);
		expect([active, standing, subscription?.resumesAt]).toEqual([true, "paused", expect.stringMatching(/^20/)]);
		expect((await subscribeTo(story.person, "enterprise")).status).toBe(409);
		await advance(story, 35 * 86_400);
		expect(await paidBy(story)).toEqual([0, 1999]);
		await advance(story, 10 * 86_400);
		expect(await activeOf(story.person)).toMatchObject({ standing: "active", subscription: { resumesAt: null } });
	});

	it("a paused subscription, which ends at once when it is canceled", async () => {
		const story = await subscriber();
		await app.sandbox?.pause({ subscription: (await newestSubscription(story)).id, what: "subscription" });
		await settled(app);
		expect(await activeOf(story.person)).toMatchObject({ active: false, standing: "paused" });
		expect(await post(story, API.subscriptions.cancel)).toMatchObject([200, { hasEnded: true }]);
		expect(await activeOf(story.person)).toMatchObject({ standing: "none", subscription: null });
	});
});

describe("P572: between a renewal and its charge", () => {
	it("the charge is named, and canceling ends the plan and takes nothing", async () => {
		const story = await subscriber();
		const { items } = await newestSubscription(story);
		const { current_period_end: end, current_period_start: start } = items.data[0] as (typeof items.data)[number];
		await advance(story, end - start + 1_800);
		expect((await activeOf(story.person)).subscription?.chargeDue).toEqual({ amount: 1999, currency: "eur" });
		expect(await post(story, API.subscriptions.cancel)).toMatchObject([200, { hasEnded: true }]);
		await advance(story, 40 * 86_400);
		expect(await activeOf(story.person)).toMatchObject({ standing: "none" });
		expect(await paidBy(story)).toEqual([0, 1999]);
	});

	it("a cancellation that failed half-way is completed by the next one", async () => {
		const story = await subscriber();
		const { items } = await newestSubscription(story);
		const { current_period_end: end, current_period_start: start } = items.data[0] as (typeof items.data)[number];
		await advance(story, end - start + 1_800);
		app.proxy.breakWith((call) => (call.endsWith("/void") ? { kind: "status", status: 503 } : null));
		expect((await story.person.post(API.subscriptions.cancel)).status).toBe(502);
		app.proxy.breakWith(null);
		await settled(app);
		expect((await activeOf(story.person)).subscription?.chargeDue).toEqual({ amount: 1999, currency: "eur" });
		expect(await post(story, API.subscriptions.cancel)).toMatchObject([200, { hasEnded: true }]);
		await advance(story, 40 * 86_400);
		expect(await paidBy(story)).toEqual([0, 1999]);
	});
});

describe("P573: what is shown of Stripe is what Stripe has", () => {
	it("a price of nobody's plan has its product's name", async () => {
		const story = await subscriber();
		await post(story, API.subscriptions.cancel);
		await advance(story, 32 * 86_400);
		const product = await app.stripe.products.create({ name: "Visualink for schools" });
		const price = { product: product.id, currency: "eur", unit_amount: 700, recurring: { interval: "month" } } as const;
		const { url } = await app.stripe.checkout.sessions.create({
			mode: "subscription",
			customer: await customerOf(story),
			line_items: [{ price: (await app.stripe.prices.create(price)).id, quantity: 1 }],
			success_url: app.origin,
		});
		await submit(story.person, url ?? "", { card_number: CARDS.ok });
		await settled(app);
		const { subscription } = await activeOf(story.person);
		expect(subscription).toMatchObject({ plan: { name: "Visualink for schools" }, perPeriod: 700 });
	});

	it("a customer who was deleted there has no pages there: 404, in a sentence", async () => {
		const story = await subscriber();
		await app.stripe.customers.del(await customerOf(story));
		await settled(app);
		for (const path of [API.subscriptions.portal, API.subscriptions.cardPage]) {
			expect(await post(story, path)).toMatchObject([
				404,
				{ code: "customer_deleted", message: "Your invoices are no longer at Stripe. Contact us if you need one." },
			]);
		}
		const { status } = await story.person.post(API.subscriptions.paymentPage);
		expect([404, 409]).toContain(status);
	});
});
