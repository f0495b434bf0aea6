import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { until } from "#server/testing/app/until.ts";
import { type Aggregator, createAggregator } from "./aggregator.ts";

const MINUTE_MS = 60_000;
/** Views a second: more and less than folding waits for. */
const [FAST, SLOW] = [2_000, 1_000];

let pool: pg.Pool;
let aggregator: Aggregator;
let clock: number;
let recorded: number;
/** Called for each view of a person that is folded. */
let aggregating: () => void;
beforeEach(async () => {
	const database = await openTestPool();
	pool = database.pool;
	clock = Date.parse("2026-11-22T12:00:00Z");
	recorded = 0;
	aggregating = () => {};
	aggregator = createAggregator({
		...{ pool, recorded: () => recorded, now: () => new Date(clock), log: createLog({ logLevel: "silent" }) },
		countryOf: () => {
			aggregating();
			return null;
		},
	});
	return database.close;
});

/** One transaction of views. */
async function addViews(count: number): Promise<void> {
	const db = openDb(pool);
	const { id: userId } = await insertUser(db);
	const { id: linkId } = await insertLink(db, { userId });
	const view = () => countedView({ id: newViewId(clock), at: clock, linkId, userId });
	// As writers do, at most so many in a transaction.
	for (let left = count; left > 0; left -= 1_000) {
		await insertViews(pool, Array.from({ length: Math.min(left, 1_000) }, view));
	}
}

/** Time goes on, with so many visitors a second. */
function pass(milliseconds: number, viewsASecond: number): void {
	clock += milliseconds;
	recorded += (viewsASecond * milliseconds) / 1_000;
}

async function aggregated(): Promise<number> {
	const { rows } = await pool.query<{ views: number }>(
		"SELECT coalesce(sum(human + bot), 0)::int AS views FROM link_days",
	);
	return rows[0]?.views ?? 0;
}

/** Another test's transaction in the same cluster may hold the mark back for a moment. */
const runUntil = (views: number, beforeEachRun = () => {}) =>
	until(async () => {
		beforeEachRun();
		await aggregator.run();
		return (await aggregated()) === views;
	}, 30_000);

test("folding waits while visitors come fast, and goes on once they come slower", async () => {
	await addViews(10);
	await runUntil(10);
	await addViews(5);
	pass(5_000, FAST);
	await aggregator.run();
	// No time to speak of has passed since: they still come fast.
	pass(500, 0);
	await aggregator.run();
	expect(await aggregated()).toBe(10);
	pass(5_000, SLOW);
	await runUntil(15);
});

test("it waits five minutes at most", async () => {
	await addViews(10);
	pass(5_000, FAST);
	await aggregator.run();
	pass(5 * MINUTE_MS - 1, FAST);
	await aggregator.run();
	expect(await aggregated()).toBe(0);
	await runUntil(10, () => pass(MINUTE_MS, FAST));
});

test("it stops after a slice, where they begin to come fast", async () => {
	await addViews(2_500);
	aggregating = () => {
		aggregating = () => {};
		pass(5_000, FAST);
	};
	await until(async () => {
		await aggregator.run();
		return (await aggregated()) > 0;
	}, 30_000);
	expect(await aggregated()).toBe(1_000);
	pass(5_000, SLOW);
	await runUntil(2_500);
});
