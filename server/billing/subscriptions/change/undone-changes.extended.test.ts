import { describe, expect, it } from "vitest";
import { activeOf, CARDS, changePlan, settled, submit } from "#server/testing/billing/billing.ts";
import { customerOf, newestSubscription, type Story } from "#server/testing/billing/billing-sequences.ts";
import { payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();
const STARTER = { planId: "starter", isAnnual: false } as const;
const dropped = { ...STARTER, plan: { name: "Starter" } };

/** A customer on Pro with a planned change to Starter at the period's end. */
async function plannedStarter(): Promise<Story> {
	const story = await payingCustomer(app);
	await changePlan(story.person, STARTER);
	await settled(app);
	return story;
}
const subscriptionOf = async ({ person }: Story) => (await activeOf(person)).subscription;

describe("P260: a cancellation drops a planned change", () => {
	it.each(["here", "in Stripe's portal"])("%s, and it is offered again once that is taken back", async (where) => {
		const story = await plannedStarter();
		if (where === "here") await story.person.post(API.subscriptions.cancel);
		else await app.sandbox?.cancelInPortal({ subscription: (await newestSubscription(story)).id });
		await settled(app);
		expect(await subscriptionOf(story)).toMatchObject({ plannedChange: null, droppedChange: null });
		await story.person.post(API.subscriptions.reactivate);
		await settled(app);
		expect(await subscriptionOf(story)).toMatchObject({ endsAt: null, plannedChange: null, droppedChange: dropped });
		await changePlan(story.person, STARTER);
		expect(await subscriptionOf(story)).toMatchObject({ plannedChange: STARTER, droppedChange: null });
		// What was planned again, and is called off, was not dropped.
		await story.person.post(API.subscriptions.keepPlan);
		expect(await subscriptionOf(story)).toMatchObject({ plannedChange: null, droppedChange: null });
	});

	it("is not offered again to who keeps their plan, or has chosen another one since", async () => {
		const [keeps, upgrades] = [await plannedStarter(), await plannedStarter()];
		for (const { person } of [keeps, upgrades]) {
			await person.post(API.subscriptions.cancel);
			await person.post(API.subscriptions.reactivate);
		}
		await keeps.person.post(API.subscriptions.keepPlan);
		await changePlan(upgrades.person, { planId: "enterprise", isAnnual: false });
		await settled(app);
		expect(await subscriptionOf(keeps)).toMatchObject({ planId: "pro", droppedChange: null });
		expect(await subscriptionOf(upgrades)).toMatchObject({ planId: "enterprise", droppedChange: null });
	});
});

describe("a change that waits for the period's end", () => {
	it("is confirmed with us, since nothing at Stripe asks: without that nothing happens", async () => {
		const story = await payingCustomer(app);
		const answer = await story.person.post(API.subscriptions.checkout, STARTER);
		expect([answer.status, await answer.json()]).toMatchObject([409, { kind: "confirmation_required" }]);
		expect((await newestSubscription(story)).schedule).toBeNull();
		const twice = await Promise.all(
			[1, 2].map(() => story.person.post(API.subscriptions.checkout, { ...STARTER, confirmed: true })),
		);
		expect(twice.map(({ status }) => status)).toEqual([200, 200]);
		expect((await story.person.post(API.subscriptions.checkout, { ...STARTER, confirmed: true })).status).toBe(409);
	});

	it.each(["/v1/subscription_schedules", "/v1/subscription_schedules/"])(
		"whose call %s fails changes nothing, and can be retried",
		async (path) => {
			const story = await plannedStarter();
			await story.person.post(API.subscriptions.cancel);
			app.proxy.breakWith((call) => (call.startsWith(`POST ${path}`) ? { kind: "status", status: 500 } : null));
			const wish = { planId: "basic", isAnnual: false, takeBack: true, confirmed: true };
			expect((await story.person.post(API.subscriptions.checkout, wish)).status).toBe(502);
			app.proxy.breakWith(null);
			await settled(app);
			expect(await subscriptionOf(story)).toMatchObject({
				planId: "pro",
				cancelAtPeriodEnd: true,
				plannedChange: null,
			});
			expect((await story.person.post(API.subscriptions.checkout, wish)).status).toBe(200);
			expect(await subscriptionOf(story)).toMatchObject({ endsAt: null, plannedChange: { planId: "basic" } });
		},
	);

	it.each([
		[["planId=gold&isAnnual=true", "planId=pro", "planId=pro&isAnnual=1"], 400],
		[["planId=pro&isAnnual=false", "planId=starter&isAnnual=false"], 409],
	])("has no preview of %j: %i", async (queries, status) => {
		const story = await plannedStarter();
		for (const query of queries) {
			expect((await story.person.get(`${API.subscriptions.preview}?${query}`)).status, query).toBe(status);
		}
	});
});

describe("P128: a second subscription with a failed payment", () => {
	it("is shown with its price and date, and ends at once", async () => {
		const story = await plannedStarter();
		await story.person.post(API.subscriptions.keepPlan);
		const customer = await customerOf(story);
		const second = await app.stripe.checkout.sessions.create({
			...{ mode: "subscription", customer, success_url: app.origin },
			line_items: [{ price: "price_basic_monthly", quantity: 1 }],
		});
		await submit(story.person, second.url ?? "", { card_number: CARDS.declinedLater });
		await settled(app);
		const basic = { planId: "basic", isAnnual: false, perPeriod: 999, since: expect.any(String) };
		expect((await activeOf(story.person)).alsoPaying).toMatchObject([{ ...basic, paymentFailed: false }]);
		await app.sandbox?.advance({ customer, days: 32 });
		await settled(app);
		expect(await activeOf(story.person)).toMatchObject({
			active: true,
			subscription: { planId: "pro" },
			alsoPaying: [{ ...basic, paymentFailed: true }],
		});
		expect((await story.person.post(API.subscriptions.cancelAlsoPaying)).status).toBe(200);
		expect(await activeOf(story.person)).toMatchObject({ active: true, alsoPaying: [] });
		const { data } = await app.stripe.subscriptions.list({ customer, status: "all" });
		expect(data.map(({ status }) => status).sort()).toEqual(["active", "canceled"]);
	});
});
