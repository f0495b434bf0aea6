import { eq, sql } from "drizzle-orm";
import pino from "pino";
import { expect, it } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { stripeEvents } from "#shared/billing/subscriptions/stripe-events.table.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import { referenceOf } from "./stripe-event.ts";
import { createStripeEventWork } from "./stripe-event-work.ts";

const database = duringTests("database", () => openTestPool());

it("an invoice that Stripe could not finalize is an alert to the operator, once", async () => {
	const db = openDb(database.pool);
	const said: Record<string, unknown>[] = [];
	const log = pino({ level: "error" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const lock = { hold: (_userId: string, work: (tx: unknown) => unknown) => work(db) } as unknown as BillingLock;
	const parts = { db, lock, stripe: fakeStripe().stripe, sync: { syncCustomer: async () => [] } };
	const work = createStripeEventWork({ checkout: { closeAll: async () => {} }, ...parts, log });
	for (const [id, type] of [
		["evt_1", "invoice.finalization_failed"],
		["evt_2", "invoice.finalized"],
	]) {
		const object = { id: "in_1", object: "invoice", customer: "cus_1" };
		const event = { id, object: "event", type, created: 1, livemode: false, data: { object } };
		const row = { customerId: "cus_1", created: new Date(0), payload: referenceOf(event) };
		await db.insert(stripeEvents).values({ ...row, id: id ?? "", type: type ?? "" });
	}
	await work.settle("cus_1");
	await work.settle("cus_1");
	expect(said).toMatchObject([{ level: 50, alert: "invoice_finalization", invoice: "in_1", customerId: "cus_1" }]);
});

it("an event whose customer can't be found waits longer after each attempt (P457)", async () => {
	const db = openDb(database.pool);
	const { stripe } = fakeStripe({ "paymentIntents.retrieve": () => Promise.reject(new Error("Stripe is down")) });
	const parts = { db, lock: {} as BillingLock, stripe, sync: { syncCustomer: async () => [] } };
	const work = createStripeEventWork({
		checkout: { closeAll: async () => {} },
		...parts,
		log: pino({ level: "silent" }),
	});
	const object = { id: "re_1", object: "refund", payment_intent: "pi_1" };
	const event = { id: "evt_3", object: "event", type: "refund.created", created: 1, livemode: false, data: { object } };
	const row = { id: "evt_3", type: "refund.created", created: new Date(0), payload: referenceOf(event) };
	await db.insert(stripeEvents).values(row);
	const clock = async () => {
		const { rows } = await database.pool.query<{ ms: string }>("SELECT extract(epoch FROM now()) * 1000 AS ms");
		return Number(rows[0]?.ms);
	};
	const isThis = eq(stripeEvents.id, "evt_3");
	for (const seconds of [1, 2, 4, 8]) {
		const before = await clock();
		await work.nameCustomers();
		const [kept] = await db.select().from(stripeEvents).where(isThis);
		const next = kept?.nextAttemptAt.getTime() ?? 0;
		expect(next).toBeGreaterThanOrEqual(Math.floor(before) + seconds * 1_000);
		expect(next).toBeLessThanOrEqual((await clock()) + seconds * 1_000);
		await db.update(stripeEvents).set({ nextAttemptAt: sql`now()` }).where(isThis);
	}
});
