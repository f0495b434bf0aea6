import { eq } from "drizzle-orm";
import pino from "pino";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "#server/db/connect.ts";
import { duringTests } from "#server/testing/app/during-tests.ts";
import { insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { fakeStripe } from "#server/testing/billing/fake-stripe.ts";
import { takeBacks as rows, type TakeBack } from "#shared/subscriptions/take-backs.table.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { createTakeBacks, PAGE_LIVES_MS } from "./take-back.ts";

const HOUR = 60 * 60_000;
const NOW = new Date("2026-03-05T12:00:00Z");
const PERIOD_END = Date.parse("2026-04-01T00:00:00Z") / 1000;

const database = duringTests("database", async () => openTestPool());
let userId: string;
beforeEach(async () => {
	userId = (await insertUser(openDb(database.pool))).id;
});

/** As Stripe tells of it: on `price_pro`, and nothing stands. */
function subscription(change: Partial<Stripe.Subscription> & { price?: string } = {}): Stripe.Subscription {
	const { price = "price_pro", ...others } = change;
	const items = { data: [{ price: { id: price }, current_period_end: PERIOD_END }] };
	const stands = { cancel_at: null, cancel_at_period_end: false, schedule: null };
	return { id: "sub_1", status: "active", ...stands, items, ...others } as unknown as Stripe.Subscription;
}

const ENDS = { cancel_at_period_end: true, cancel_at: PERIOD_END };
const PLANNED = { schedule: "sub_sched_1" };

/** With Stripe and the plan's changes played by hand, at this time. */
function rig(now = NOW) {
	const phase = (start: number, price: string) => ({ start_date: start, end_date: start + 9, items: [{ price }] });
	const { stripe, calls } = fakeStripe({
		"subscriptions.update": () => ({}),
		"subscriptionSchedules.retrieve": () => ({
			phases: [phase(1, "price_pro"), phase(10, "price_starter")],
			current_phase: { start_date: 1 },
		}),
	});
	const planChange = { keepGoing: vi.fn(async () => {}), releaseSchedule: vi.fn(async () => {}) };
	const said: object[] = [];
	const log = pino({ base: null, timestamp: false }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const db = openDb(database.pool);
	const takeBacks = createTakeBacks({ stripe, db, planChange, now: () => now, log });
	const kept = async () => (await db.select().from(rows).where(eq(rows.userId, userId)))[0];
	const updates = () => calls.filter(([call]) => call === "subscriptions.update");
	return { takeBacks, planChange, said, kept, updates };
}

/** A cancellation was taken back, so long ago. */
async function takenBack(ageMs: number, change: Partial<TakeBack> = {}): Promise<void> {
	await openDb(database.pool)
		.insert(rows)
		.values({
			...{ userId, stripeSubscriptionId: "sub_1", cancelAtPeriodEnd: true, cancelAt: new Date(PERIOD_END * 1000) },
			...{ plannedPhases: [], priceId: "price_pro", openedAt: new Date(NOW.getTime() - ageMs), restoredAt: null },
			...change,
		});
}

describe("what is taken back for a look", () => {
	it("is written down with all that is needed to put it back", async () => {
		const { takeBacks, planChange, kept } = rig();
		const planned = subscription(PLANNED);
		await takeBacks.begin(userId, planned);
		expect(await kept()).toEqual({
			...{ userId, stripeSubscriptionId: "sub_1", cancelAtPeriodEnd: false, cancelAt: null, priceId: "price_pro" },
			...{ plannedPhases: [{ priceId: "price_starter", quantity: 1, startsAt: 10, endsAt: 19 }] },
			...{ openedAt: NOW, restoredAt: null },
		});
		expect(planChange.releaseSchedule).toHaveBeenCalledExactlyOnceWith(planned);
	});

	it("is looked at for longer when the page is opened again", async () => {
		await takenBack(HOUR);
		const { takeBacks, planChange, kept } = rig();
		await takeBacks.begin(userId, subscription());
		expect(await kept()).toMatchObject({ cancelAtPeriodEnd: true, openedAt: NOW });
		expect(planChange.keepGoing).not.toHaveBeenCalled();
	});

	it("is nothing where nothing stands, also before a cancellation", async () => {
		const { takeBacks, kept } = rig();
		await takeBacks.begin(userId, subscription());
		expect(await takeBacks.beforeCancel(userId, subscription(ENDS))).toBe(false);
		expect(await kept()).toBeUndefined();
		expect(await takeBacks.beforeCancel(userId, subscription(PLANNED))).toBe(true);
		expect(await kept()).toMatchObject({ plannedPhases: [{ priceId: "price_starter" }] });
	});

	it.each([
		["the period's end in an hour", PLANNED, PERIOD_END * 1000 - HOUR, false],
		["the period's end now", PLANNED, PERIOD_END * 1000, false],
		["the period's end just past", PLANNED, PERIOD_END * 1000 + 1, true],
		["a date before the period's end", { cancel_at: PERIOD_END - 86_400 }, (PERIOD_END - 86_400) * 1000 - HOUR, false],
		["a date long after that", { cancel_at: PERIOD_END - 86_400 }, (PERIOD_END - 86_400) * 1000 - 2 * HOUR, true],
		["a date after the period's end", { cancel_at: PERIOD_END + 86_400 }, PERIOD_END * 1000 - HOUR, false],
	])("is refused where it takes effect within two hours: %s", async (_case, change, now, isTaken) => {
		const { takeBacks, kept } = rig(new Date(now));
		const begun = takeBacks.begin(userId, subscription(change));
		if (isTaken) await begun;
		else await expect(begun).rejects.toMatchObject({ kind: "conflict" });
		expect((await kept()) !== undefined).toBe(isTaken);
	});
});

describe("what was taken back", () => {
	it.each([
		["gone", []],
		["ended", [subscription({ status: "canceled" })]],
		["not the one of the others", [subscription({ id: "sub_2" })]],
	])("is forgotten where its subscription is %s", async (_case, found) => {
		await takenBack(2 * HOUR);
		const { takeBacks, updates, kept } = rig();
		expect(await takeBacks.settle(userId, found, "back")).toBe(false);
		expect([updates(), await kept()]).toEqual([[], undefined]);
	});

	it.each([
		["another price", { price: "price_enterprise" }],
		["another change that is planned", PLANNED],
		["a cancellation that is newer", ENDS],
	])("is forgotten once something else was confirmed: %s", async (_case, change) => {
		await takenBack(HOUR);
		const { takeBacks, updates, kept } = rig();
		expect(await takeBacks.settle(userId, [subscription(change)], "back")).toBe(false);
		expect([updates(), await kept()]).toEqual([[], undefined]);
	});

	it("waits for as long as the page lives while somebody may be on it, and not a moment longer", async () => {
		await takenBack(PAGE_LIVES_MS - 1);
		const early = rig();
		expect(await early.takeBacks.settle(userId, [subscription()], "away")).toBe(false);
		expect([early.updates(), early.said]).toEqual([[], []]);
		expect(await early.takeBacks.openedAt(userId)).toEqual(new Date(NOW.getTime() - PAGE_LIVES_MS + 1));
		const late = rig(new Date(NOW.getTime() + 1));
		expect(await late.takeBacks.settle(userId, [subscription({ id: "sub_2" }), subscription()], "away")).toBe(true);
		const ending = { cancel_at_period_end: true };
		expect(late.updates()).toEqual([["subscriptions.update", "sub_1", ending, WHILE_SOMEONE_WAITS]]);
		expect(await late.kept()).toMatchObject({ restoredAt: new Date(NOW.getTime() + 1) });
		expect(await late.takeBacks.openedAt(userId)).toBeNull();
		expect(late.said).toEqual([
			{ level: 30, userId, msg: "what was taken back for a change of plan stands again: nothing was confirmed" },
		]);
	});

	it.each([
		[24 * HOUR, true],
		[24 * HOUR + 1, false],
	])("is remembered for a day after it was put back: %i ms", async (age, isRemembered) => {
		await takenBack(age, { restoredAt: NOW });
		const { takeBacks, planChange, updates, kept } = rig();
		expect(await takeBacks.settle(userId, [subscription(ENDS)], "back")).toBe(false);
		expect((await kept()) !== undefined).toBe(isRemembered);
		expect([updates(), planChange.keepGoing.mock.calls]).toEqual([[], []]);
	});

	it.each([
		["still ends: it is kept", ENDS, true],
		["does not end: nothing is done", {}, false],
		["ends, by what was planned since: that stands", { ...ENDS, ...PLANNED }, false],
	])("was confirmed late, and %s", async (_case, change, isKept) => {
		await takenBack(HOUR, { restoredAt: NOW });
		const { takeBacks, planChange, kept } = rig();
		const now = subscription({ ...change, price: "price_enterprise" });
		expect(await takeBacks.settle(userId, [now], "back")).toBe(isKept);
		expect(planChange.keepGoing.mock.calls).toEqual(isKept ? [[now]] : []);
		expect(await kept()).toBeUndefined();
	});
});
