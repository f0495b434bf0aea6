import { eq } from "drizzle-orm";
import pino from "pino";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import { stripeEvents } from "#shared/billing/subscriptions/stripe-events.table.ts";
import type { BillingLock } from "./billing-lock.ts";
import { createReconciler } from "./reconciler.ts";

const DAY = 24 * 60 * 60_000;
const NOW = new Date("2026-03-05T12:00:00Z");
const before = (ms: number) => new Date(NOW.getTime() - ms);

const database = duringTests("database", () => openTestPool());
beforeEach(async () => {
	const db = openDb(database.pool);
	await db.delete(stripeEvents);
	await db.delete(users);
});

function eventOf(id: string) {
	const object = { object: "customer", id: "cus_1" };
	return { id, object: "event", type: "customer.updated", created: 1, livemode: false, data: { object } };
}

/** One run, with Stripe and its neighbours played by hand. */
async function run(options: { undelivered?: object[]; isUnavailable?: boolean; failing?: string } = {}) {
	const { undelivered = [], isUnavailable = false, failing } = options;
	const list = vi.fn(() => ({
		async autoPagingEach(receive: (event: object) => Promise<void>) {
			if (isUnavailable) throw new Error("Stripe is away");
			for (const event of undelivered) await receive(event);
		},
	}));
	const receive = vi.fn(async (_reference: { id: string }) => {});
	const synced: string[] = [];
	const said: object[] = [];
	const db = openDb(database.pool);
	await createReconciler({
		db,
		stripe: { events: { list } } as unknown as Stripe,
		lock: { hold: (_userId: string, work: (tx: unknown) => unknown) => work(db) } as unknown as BillingLock,
		sync: {
			async syncCustomer(_tx, { customerId }) {
				synced.push(customerId);
				if (customerId === failing) throw new Error("Stripe is away");
				return [];
			},
		},
		inbox: { receive },
		now: () => NOW,
		log: pino({ base: null, timestamp: false }, { write: (line: string) => void said.push(JSON.parse(line)) }),
	}).run();
	return { list, received: receive.mock.calls.map(([{ id }]) => id), synced, said };
}

/** A customer whom Stripe was asked about so long ago; never, without it. */
async function customer(id: string, agoMs: number | null = null): Promise<string> {
	const db = openDb(database.pool);
	const { id: userId } = await insertUser(db);
	await db.update(users).set({ stripeCustomerId: id }).where(eq(users.id, userId));
	if (agoMs !== null) await db.insert(stripeCustomers).values({ id, userId, syncedAt: before(agoMs) });
	return userId;
}

describe("what no event told of", () => {
	it("is asked for, of the last three days, and what is no event of ours is left out", async () => {
		const { list, received } = await run({ undelivered: [eventOf("evt_1"), { id: "odd" }, eventOf("evt_2")] });
		const created = { gte: before(3 * DAY).getTime() / 1000 };
		expect(list).toHaveBeenCalledExactlyOnceWith({ delivery_success: false, created, limit: 100 });
		expect(received).toEqual(["evt_1", "evt_2"]);
	});

	it("keeps nobody from being looked at where Stripe lists no events", async () => {
		await customer("cus_1");
		const { synced, said } = await run({ isUnavailable: true });
		expect(synced).toEqual(["cus_1"]);
		expect(said).toMatchObject([{ err: { message: "Stripe is away" }, msg: "undelivered events were not listed" }]);
	});

	it("is looked for once a day, and first for whoever was never looked at", async () => {
		await customer("cus_today", DAY);
		await customer("cus_late", DAY + 1);
		await customer("cus_never");
		await insertUser(openDb(database.pool));
		expect((await run()).synced).toEqual(["cus_never", "cus_late"]);
	});

	it("of one customer keeps nobody else from being looked at", async () => {
		const userId = await customer("cus_1");
		await customer("cus_2", 2 * DAY);
		const { synced, said } = await run({ failing: "cus_1" });
		expect(synced).toEqual(["cus_1", "cus_2"]);
		expect(said).toMatchObject([{ userId, customerId: "cus_1", msg: "a customer was not reconciled" }]);
	});
});

describe("events that were worked off", () => {
	it("are kept for 90 days; what waits still is kept for longer", async () => {
		const db = openDb(database.pool);
		const event = (id: string, agoMs: number, processedAt: Date | null) => {
			return { id, type: "customer.updated", created: NOW, payload: {}, receivedAt: before(agoMs), processedAt };
		};
		await db
			.insert(stripeEvents)
			.values([
				event("evt_old", 90 * DAY + 1, NOW),
				event("evt_newer", 90 * DAY, NOW),
				event("evt_waiting", 100 * DAY, null),
			]);
		await run();
		const kept = await db.select({ id: stripeEvents.id }).from(stripeEvents);
		expect(kept.map(({ id }) => id).sort()).toEqual(["evt_newer", "evt_waiting"]);
	});
});
