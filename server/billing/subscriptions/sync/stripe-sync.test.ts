import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { until } from "#server/testing/app/test-app.ts";
import {
	activeOf,
	CARDS,
	deliver,
	eventAbout,
	pageFor,
	rowsOf,
	settled,
	submit,
	userOf,
} from "#server/testing/billing/billing.ts";
import { customerOf, newestSubscription } from "#server/testing/billing/billing-sequences.ts";
import { calm, difference } from "#server/testing/billing/billing-storms.ts";
import { newcomer, payingCustomer } from "#server/testing/billing/customers.ts";
import { useBillingApp } from "#server/testing/billing/use-billing-app.ts";
import { API } from "#shared/platform/api-paths.ts";
import { openBillingLock } from "./billing-lock.ts";
import { createReconciler } from "./reconciler.ts";
import { createStripeSync } from "./stripe-sync.ts";

const app = useBillingApp();
const alerts: unknown[] = [];
beforeAll(() => {
	const error = app.deps.log.error.bind(app.deps.log);
	app.deps.log.error = (...args: unknown[]) => {
		alerts.push(args[0]);
		error(args[0], String(args[1]));
	};
});
afterEach(async () => {
	app.sandbox?.webhooks.resume();
	await calm(app);
});

const subscriber = () => payingCustomer(app);

describe("F6: events that are lost for good", () => {
	const reconciler = (now: () => Date) => {
		const lock = openBillingLock(app.deps);
		const sync = createStripeSync({ ...app.deps, now });
		return { lock, ...createReconciler({ ...app.deps, now, lock, sync, inbox: { receive: async () => {} } }) };
	};

	it("a new subscriber's rows come right on the next visit, without any event", async () => {
		app.sandbox?.webhooks.faults({ drop: 1 });
		const { email, person } = await newcomer(app);
		await submit(person, await pageFor(person, "pro"), { card_number: CARDS.ok });
		await until(async () => (await activeOf(person)).active, 5_000);
		expect(await difference({ app, email, person })).toBeNull();
	});

	it.each([
		["a checkout of today, five minutes later", 6 * 60_000],
		["anybody, a day later", 25 * 3_600_000],
	])("%s", async (_case, laterMs) => {
		const story = await subscriber();
		app.sandbox?.webhooks.faults({ drop: 1 });
		await app.stripe.refunds.create({
			payment_intent: (await rowsOf(app, (await userOf(app, story.email)).id)).payments[0]?.stripePaymentIntentId ?? "",
		});
		await app.sandbox?.webhooks.idle();
		expect(await difference(story)).not.toBeNull();
		const { run, lock } = reconciler(() => new Date(Date.now() + laterMs));
		await run();
		await lock.close();
		expect(await difference(story)).toBeNull();
	});

	it("a renewal that is overdue by an hour", async () => {
		const story = await subscriber();
		const { id } = await userOf(app, story.email);
		app.sandbox?.webhooks.faults({ drop: 1 });
		await app.sandbox?.advance({ customer: await customerOf(story), days: 32 });
		await app.sandbox?.webhooks.idle();
		await app.deps.pool.query(
			"UPDATE subscriptions SET current_period_end = now() - interval '2 hours' WHERE user_id = $1",
			[id],
		);
		await app.deps.pool.query(
			"UPDATE stripe_customers SET synced_at = now() - interval '61 minutes' WHERE user_id = $1",
			[id],
		);
		await app.deps.pool.query("DELETE FROM checkout_attempts WHERE user_id = $1", [id]);
		const { run, lock } = reconciler(() => new Date());
		await run();
		await lock.close();
		expect(await difference(story)).toBeNull();
	});
});

describe("the inbox", () => {
	it("F25: reads only ids, so that an event of any API version leads to the same state", async () => {
		const story = await subscriber();
		const customer = await customerOf(story);
		await app.deps.pool.query("DELETE FROM subscriptions");
		const old = {
			id: "in_old",
			object: "invoice",
			customer: { id: customer, object: "customer" },
			paid: true,
			payment_intent: "pi_old",
			period_end: 1,
		};
		await deliver(app, eventAbout(null, { type: "invoice.paid", data: { object: old } } as object));
		await settled(app);
		expect(await difference(story)).toBeNull();
	});

	it("tries again while Stripe is away, and then all is right", async () => {
		const story = await subscriber();
		await app.deps.pool.query("DELETE FROM subscriptions");
		app.proxy.breakWith(() => ({ kind: "status", status: 500 }));
		await deliver(app, eventAbout(await customerOf(story)));
		await until(
			async () =>
				(await app.deps.pool.query("SELECT 1 FROM stripe_events WHERE attempts > 0 AND processed_at IS NULL"))
					.rowCount === 1,
		);
		app.proxy.breakWith(null);
		await settled(app);
		expect(await difference(story)).toBeNull();
	});

	it("F8: answers 503 while an event cannot be stored; Stripe repeats it, and the state is right", async () => {
		const story = await newcomer(app);
		await app.deps.pool.query("ALTER TABLE stripe_events RENAME TO stripe_events_away");
		await submit(story.person, await pageFor(story.person, "pro"), { card_number: CARDS.ok });
		const answer = await deliver(app, eventAbout(null));
		await app.deps.pool.query("ALTER TABLE stripe_events_away RENAME TO stripe_events");
		expect(answer.status).toBe(503);
		expect(answer.headers.get("retry-after")).toBe("5");
		await settled(app);
		expect(await difference(story)).toBeNull();
	});
});

describe("P614: the event of our own change", () => {
	/** The calls of Stripe that `work` and its events lead to. */
	async function callsOf(work: () => Promise<unknown>): Promise<string[]> {
		await settled(app);
		const before = app.proxy.calls.length;
		await work();
		await settled(app);
		return app.proxy.calls.slice(before);
	}
	const READS = ["GET /v1/subscriptions", "GET /v1/invoices", "GET /v1/payment_intents"];

	it("is not read again: a cancellation is four calls, and so is calling it off", async () => {
		const story = await subscriber();
		const { stripeSubscriptionId: id } =
			(await rowsOf(app, (await userOf(app, story.email)).id)).subscriptions[0] ?? {};
		for (const path of [API.subscriptions.cancel, API.subscriptions.reactivate]) {
			const calls = await callsOf(() => story.person.post(path));
			expect(calls).toEqual([...READS, `POST /v1/subscriptions/${id}`]);
			expect(await difference(story)).toBeNull();
		}
	});

	it("is read if the answer was lost, so that nothing was written", async () => {
		const story = await subscriber();
		app.proxy.breakWith((call) => (/^POST .v1.subscriptions/.test(call) ? { kind: "lostReply" } : null));
		expect((await story.person.post(API.subscriptions.cancel)).status).toBe(502);
		app.proxy.breakWith(null);
		await calm(app);
		expect(await difference(story)).toBeNull();
		expect(await activeOf(story.person)).toMatchObject({ subscription: { cancelAtPeriodEnd: true } });
	});

	it.each(["before", "after"])(
		"is read where somebody changed the subscription at Stripe %s it arrived",
		async (when) => {
			const story = await subscriber();
			app.sandbox?.webhooks.pause();
			await story.person.post(API.subscriptions.cancel);
			const undo = async () => {
				const { id } = await newestSubscription(story);
				await app.stripe.subscriptions.update(id, { cancel_at_period_end: false });
			};
			if (when === "before") await undo();
			app.sandbox?.webhooks.resume();
			await settled(app);
			if (when === "after") await undo();
			await settled(app);
			expect(await activeOf(story.person)).toMatchObject({ subscription: { cancelAtPeriodEnd: false } });
			expect(await difference(story)).toBeNull();
		},
	);
});
