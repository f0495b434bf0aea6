import { isNotNull } from "drizzle-orm";
import pino from "pino";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Config } from "#server/platform/config/config.ts";
import { openDb } from "#server/platform/db/connect.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { samplesOf } from "#server/testing/machine/samples.ts";
import { stripeEvents } from "#shared/billing/subscriptions/stripe-events.table.ts";
import type { StripeEventReference } from "./stripe-event.ts";
import type { StripeEventWork } from "./stripe-event-work.ts";
import { createStripeInbox } from "./stripe-inbox.ts";

const database = duringTests("database", () => openTestPool());
const inTheEnd = { timeout: 60_000 };
beforeEach(() => openDb(database.pool).delete(stripeEvents));

/** An inbox whose worker writes down whom it settles, and takes their events away; it is stopped after the test. */
function rig({ secretKey = "sk_test_1", failing = "" } = {}) {
	const db = openDb(database.pool);
	const said: object[] = [];
	const settled: string[] = [];
	const inHand = { now: 0, most: 0 };
	const eventWork: StripeEventWork = {
		nameCustomers: vi.fn(async () => {
			if (failing) throw new Error(failing);
		}),
		async settle(customerId) {
			inHand.now += 1;
			inHand.most = Math.max(inHand.most, inHand.now);
			await database.pool.query("UPDATE stripe_events SET processed_at = now() WHERE customer_id = $1", [customerId]);
			settled.push(customerId);
			inHand.now -= 1;
		},
	};
	const log = pino({ base: null, timestamp: false }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const inbox = createStripeInbox({ db, config: { secretKey } as Config["stripe"], eventWork, log });
	onTestFinished(() => inbox.stop());
	return { inbox, said, settled, inHand, eventWork };
}

function event(id: string, change: Partial<StripeEventReference> = {}): StripeEventReference {
	const object = { object: "customer", id: "cus_1" };
	const kind = { object: "event" as const, type: "customer.updated", created: 1_772_712_000, livemode: false };
	return { id, ...kind, data: { object }, ...change } as StripeEventReference;
}

/** Rows of one event each, with a customer, and when each is due and was received, in seconds from now. */
async function waiting(...rows: { customer: string; dueIn?: number; ago?: number; isDone?: boolean }[]): Promise<void> {
	for (const [n, { customer, dueIn = -1, ago = 0, isDone = false }] of rows.entries()) {
		await database.pool.query(
			`INSERT INTO stripe_events (id, type, customer_id, created, payload, next_attempt_at, received_at, processed_at)
			 VALUES ($1, 'invoice.paid', $2, now(), '{}', now() + $3 * interval '1 second',
				now() - $4 * interval '1 second', CASE WHEN $5 THEN now() END)`,
			[`evt_${n}`, customer, dueIn, ago, isDone],
		);
	}
}

describe("an event that comes", () => {
	it("waits in the inbox with what it names, and is worked off at once", async () => {
		const { inbox, settled, said } = rig();
		await inbox.receive(event("evt_1"));
		expect(await openDb(database.pool).select().from(stripeEvents)).toMatchObject([
			{
				...{ id: "evt_1", type: "customer.updated", customerId: "cus_1", payload: event("evt_1") },
				...{ created: new Date("2026-03-05T12:00:00Z"), processedAt: null },
			},
		]);
		inbox.start();
		await expect.poll(() => settled, inTheEnd).toEqual(["cus_1"]);
		await inbox.receive(event("evt_2"));
		await expect.poll(() => settled, inTheEnd).toEqual(["cus_1", "cus_1"]);
		expect(said).toEqual([]);
	});

	it("wakes nobody when it comes again", async () => {
		const { inbox, settled, eventWork } = rig();
		await inbox.receive(event("evt_1"));
		inbox.start();
		await expect.poll(() => settled, inTheEnd).toEqual(["cus_1"]);
		await inbox.receive(event("evt_1"));
		await inbox.stop();
		expect(eventWork.nameCustomers).toHaveBeenCalledOnce();
	});

	it.each([
		["sk_test_1", true],
		["sk_live_1", false],
		["rk_live_1", false],
	])("is kept and not worked off where the key is %s and the event's livemode %s", async (secretKey, livemode) => {
		const { inbox, said, settled, eventWork } = rig({ secretKey });
		inbox.start();
		await inbox.receive(event("evt_1", { livemode }));
		await inbox.stop();
		expect(settled).toEqual([]);
		expect(eventWork.nameCustomers).toHaveBeenCalledOnce();
		expect(await openDb(database.pool).$count(stripeEvents, isNotNull(stripeEvents.processedAt))).toBe(1);
		const msg = "an event of the other Stripe mode was ignored";
		expect(said).toEqual([{ level: 40, event: "evt_1", type: "customer.updated", msg }]);
	});

	it.each([
		["rk_test_1", false],
		["sk_live_1", true],
		["rk_live_1", true],
		// A live key's name within another's makes no live key of it.
		["not_sk_live_1", false],
	])("is ours where the key is %s and its livemode %s", async (secretKey, livemode) => {
		const { inbox, said } = rig({ secretKey });
		await inbox.receive(event("evt_1", { livemode }));
		expect(await openDb(database.pool).$count(stripeEvents, isNotNull(stripeEvents.processedAt))).toBe(0);
		expect(said).toEqual([]);
	});
});

describe("what waits from earlier runs", () => {
	it("is worked off customer by customer, two at once, and what is due later waits", async () => {
		const many = Array.from({ length: 120 }, (_, n) => ({ customer: `cus_${n}` }));
		await waiting(...many, { customer: "cus_0" }, { customer: "cus_late", dueIn: 3_600 });
		const { inbox, settled, inHand } = rig();
		inbox.start();
		const wanted = many.map(({ customer }) => customer).toSorted();
		await expect.poll(() => settled.toSorted(), inTheEnd).toEqual(wanted);
		expect(inHand.most).toBe(2);
	});

	it("comes as soon as it is due", async () => {
		await waiting({ customer: "cus_soon", dueIn: 1 }, { customer: "cus_late", dueIn: 3_600 });
		const { inbox, settled } = rig();
		inbox.start();
		await expect.poll(() => settled, inTheEnd).toEqual(["cus_soon"]);
	});

	it.each([
		{ dueIn: 25, least: 21_000, most: 25_000 },
		{ dueIn: 3_600, least: 30_000, most: 30_000 },
	])(
		"rests until the next event is due, which is in $dueIn s, half a minute at most",
		async ({ dueIn, least, most }) => {
			await waiting({ customer: "cus_1", dueIn });
			const timers = vi.spyOn(globalThis, "setTimeout");
			onTestFinished(() => timers.mockRestore());
			const { inbox, settled, eventWork } = rig();
			inbox.start();
			const rests = () => timers.mock.calls.flatMap(([, ms = 0]) => (least <= ms && ms <= most ? [ms] : []));
			await expect.poll(() => rests().length, inTheEnd).toBe(1);
			expect(eventWork.nameCustomers).toHaveBeenCalledOnce();
			expect(settled).toEqual([]);
		},
	);

	it("is looked for again after a failure, which is told", async () => {
		const { inbox, said } = rig({ failing: "The database is away" });
		inbox.start();
		await expect.poll(() => said, inTheEnd).toHaveLength(1);
		expect(said).toMatchObject([{ level: 50, msg: "the Stripe inbox could not be read" }]);
		expect(said[0]).toHaveProperty("err.message", "The database is away");
	});
});

describe("its figures", () => {
	async function metrics(): Promise<Record<string, number | undefined>> {
		const { metrics } = rig().inbox;
		expect(metrics.part).toBe("stripe_inbox");
		return samplesOf(metrics);
	}

	it("count what waits, due or not, and how long the oldest has", async () => {
		await waiting(
			{ customer: "cus_1", ago: 600 },
			{ customer: "cus_2", ago: 60, dueIn: 60 },
			{ customer: "cus_3", ago: 9_000, isDone: true },
		);
		const { visualink_stripe_inbox_events: events, visualink_stripe_inbox_oldest_age_seconds: age } = await metrics();
		expect(events).toBe(2);
		expect(age).toBeGreaterThanOrEqual(600);
		expect(age).toBeLessThan(9_000);
	});

	it("are nothing where nothing waits, or only what a clock ahead of ours received", async () => {
		await waiting({ customer: "cus_1", ago: 9_000, isDone: true });
		expect(await metrics()).toEqual({
			visualink_stripe_inbox_events: 0,
			visualink_stripe_inbox_oldest_age_seconds: 0,
		});
		await openDb(database.pool).delete(stripeEvents);
		await waiting({ customer: "cus_1", ago: -600 });
		expect(await metrics()).toEqual({
			visualink_stripe_inbox_events: 1,
			visualink_stripe_inbox_oldest_age_seconds: 0,
		});
	});
});
