import { describe, expect, it } from "vitest";
import { activeOf, CARDS, pageFor, rowsOf, settled, submit, userOf } from "#server/testing/billing/billing.ts";
import {
	changeTo,
	customerOf,
	newestSubscription,
	paymentOf,
	type Story,
	sequence,
	summaryOf,
} from "#server/testing/billing/billing-sequences.ts";
import { copyOf, truthOf } from "#server/testing/billing/billing-truth.ts";
import { newcomer, payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";

const app = useBillingApp();

/** Someone who has just bought a plan. */
const subscriber = (plan: "basic" | "pro" = "pro") => payingCustomer(app, plan);

async function statuses(story: Story) {
	const rows = await rowsOf(app, (await userOf(app, story.email)).id);
	return {
		subscriptions: rows.subscriptions.map(({ status }) => status),
		payments: rows.payments.map(({ status }) => status),
	};
}

const advance = async (story: Story, days: number) => {
	await app.sandbox?.advance({ customer: await customerOf(story), days });
	await settled(app);
};
/** The others have tests of their own below; `billing-torture-orders.extended.test.ts` runs all, in every order of events. */
const FIRST = ["first payment", "3-D Secure", "decline, then pay", "renewal", "failed renewal and recovery"];

describe("every story ends as Stripe tells it", () => {
	it.each(FIRST)("%s", async (name) => {
		const { steps, ends } = sequence(name);
		const story = await newcomer(app);
		for (const step of steps) {
			await step(story);
			await settled(app);
			const user = await userOf(app, story.email);
			expect(await copyOf(app, user.id)).toEqual(await truthOf(app, user.stripeCustomerId ?? ""));
		}
		expect(summaryOf(await truthOf(app, await customerOf(story)))).toBe(ends);
	});
});

describe("F17: cancel and reactivate", () => {
	it("keeps the benefits to the end; twice is the same; afterwards it is too late", async () => {
		const story = await subscriber();
		const { person } = story;
		const first = await person.post(API.subscriptions.cancel);
		expect(first.status).toBe(200);
		const cancelled = await first.json();
		expect(cancelled).toMatchObject({ subscription: { status: "active", cancelAtPeriodEnd: true } });
		expect((await activeOf(person)).active).toBe(true);
		expect(await (await person.post(API.subscriptions.cancel)).json()).toEqual(cancelled);

		const kept = await (await person.post(API.subscriptions.reactivate)).json();
		expect(kept).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
		expect(await (await person.post(API.subscriptions.reactivate)).json()).toEqual(kept);

		await person.post(API.subscriptions.cancel);
		await advance(story, 32);
		expect(await activeOf(person)).toMatchObject({ active: false, subscription: null });
		for (const path of [API.subscriptions.reactivate, API.subscriptions.cancel]) {
			expect((await person.post(path)).status).toBe(409);
		}
	});
});

it("F18: what Stripe's own portal cancelled (`cancel_at` alone) is shown, and can be reactivated here", async () => {
	const story = await subscriber();
	await app.sandbox?.cancelInPortal({ subscription: (await newestSubscription(story)).id });
	await settled(app);
	expect((await newestSubscription(story)).cancel_at_period_end).toBe(false);
	expect((await activeOf(story.person)).subscription?.cancelAtPeriodEnd).toBe(true);
	expect((await story.person.post(API.subscriptions.reactivate)).status).toBe(200);
	expect((await newestSubscription(story)).cancel_at).toBeNull();
	expect((await activeOf(story.person)).subscription?.cancelAtPeriodEnd).toBe(false);
});

describe("F20: money that goes back", () => {
	it("a part, then the rest; the subscription goes on", async () => {
		const story = await subscriber();
		const payment_intent = await paymentOf(story);
		await app.stripe.refunds.create({ payment_intent, amount: 500 });
		await settled(app);
		expect(await statuses(story)).toEqual({ subscriptions: ["active"], payments: ["partially_refunded"] });
		const rest = await app.stripe.refunds.create({ payment_intent });
		await settled(app);
		expect(await statuses(story)).toEqual({ subscriptions: ["active"], payments: ["refunded"] });
		// A refund that the bank sends back restores what was.
		await app.sandbox?.failRefund({ refund: rest.id });
		await settled(app);
		expect((await statuses(story)).payments).toEqual(["partially_refunded"]);
		expect((await activeOf(story.person)).active).toBe(true);
	});

	it.each([
		["won", "succeeded", "active"],
		["lost", "lost", "canceled"],
	] as const)("a dispute that is %s", async (outcome, status, subscription) => {
		const story = await subscriber();
		const opened = await app.sandbox?.dispute({ paymentIntent: await paymentOf(story) });
		await settled(app);
		expect((await statuses(story)).payments).toEqual(["disputed"]);
		await app.sandbox?.closeDispute({ dispute: opened?.id ?? "", outcome });
		await settled(app);
		expect(await statuses(story)).toEqual({ subscriptions: [subscription], payments: [status] });
	});
});

it("after the end a new subscription can be bought, and the old row stays", async () => {
	const story = await subscriber();
	await app.stripe.subscriptions.cancel((await newestSubscription(story)).id);
	await settled(app);
	expect((await activeOf(story.person)).active).toBe(false);
	await submit(story.person, await pageFor(story.person, "basic"), { card_number: CARDS.ok });
	await settled(app);
	expect((await activeOf(story.person)).subscription?.planId).toBe("basic");
	expect((await statuses(story)).subscriptions.sort()).toEqual(["active", "canceled"]);
});

it("a customer who was deleted at Stripe has no subscription, and gets a new customer with the next one", async () => {
	const story = await subscriber();
	const old = await customerOf(story);
	await app.stripe.customers.del(old);
	await settled(app);
	expect(await activeOf(story.person)).toMatchObject({ active: false, subscription: null });
	await submit(story.person, await pageFor(story.person, "basic"), { card_number: CARDS.ok });
	await settled(app);
	expect(await customerOf(story)).not.toBe(old);
	expect((await activeOf(story.person)).subscription?.planId).toBe("basic");
});

it("a customer whom Stripe does not know, such as one of test mode, is replaced with the next purchase", async () => {
	const story = await subscriber("pro");
	await app.deps.pool.query("UPDATE users SET stripe_customer_id = 'cus_TestMode' WHERE email = $1", [story.email]);
	await submit(story.person, await pageFor(story.person, "basic"), { card_number: CARDS.ok });
	await settled(app);
	expect(await customerOf(story)).not.toBe("cus_TestMode");
	expect((await activeOf(story.person)).subscription?.planId).toBe("basic");
});

describe("plan changes", () => {
	it("a downgrade waits for the period's end", async () => {
		const story = await subscriber("pro");
		await changeTo("basic")(story);
		await settled(app);
		expect((await activeOf(story.person)).subscription?.planId).toBe("pro");
		await advance(story, 32);
		expect((await activeOf(story.person)).subscription?.planId).toBe("basic");
	});
});
