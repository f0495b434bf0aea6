import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateDifferences } from "#server/testing/analytics/aggregate-truth.ts";
import { aggregateOnce, aggregateViews, quietAggregator } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import type { StoredBreakdown } from "#shared/analytics/breakdowns.ts";
import { closeDays } from "./aggregate-retention.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const DAY_MS = 24 * 3_600_000;
const JUNK = 10_000;
/** Real sources with 30, 40, ... 120 views. */
const REAL = Array.from({ length: 10 }, (_, n) => ({ source: `real${n}`, count: 30 + 10 * n }));

let pool: pg.Pool;
let linkId: number;
beforeEach(async () => {
	const database = await openTestPool();
	pool = database.pool;
	const db = openDb(pool);
	const user = await insertUser(db, "ada");
	linkId = (await insertLink(db, { userId: user.id })).id;
	return database.close;
});

const now = () => NOW;
const viewFrom = (attribution: string) => {
	const at = NOW.getTime();
	return countedView({ id: newViewId(at), at, linkId, attribution });
};
const junk = (from: number, count: number) => Array.from({ length: count }, (_, n) => viewFrom(`junk-${from + n}`));
const real = () => REAL.flatMap(({ source, count }) => Array.from({ length: count }, () => viewFrom(source)));
const views = JUNK + REAL.reduce((sum, { count }) => sum + count, 0);

async function sources(table: string): Promise<StoredBreakdown> {
	const { rows } = await pool.query(`SELECT breakdowns->'source' AS source FROM ${table}`);
	return rows[0].source;
}

/** What each real source is shown with, and by how much that may be too little. */
async function shown(table: string) {
	const [values] = await sources(table);
	return REAL.map(({ source, count }) => {
		const [, shownCount = 0, missed = 0] = values.find(([value]) => value === source) ?? [];
		return { source, least: shownCount, most: shownCount + missed, isWithin: missed <= views / 2_000, count };
	});
}

async function expectReal(): Promise<void> {
	for (const table of ["link_days", "user_days"])
		for (const { source, least, most, isWithin, count } of await shown(table)) {
			expect(isWithin && least > 0 && least <= count && count <= most, `${source} of ${table}: ${least}..${most}`).toBe(
				true,
			);
		}
	const [values, other] = await sources("link_days");
	expect([values.length, values.reduce((sum, [, count]) => sum + count, other)]).toEqual([200, views]);
	expect(await aggregateDifferences(pool)).toEqual([]);
}

test("10,000 made-up sources hide none of ten real ones that came first: those are exact (P236)", async () => {
	await insertViews(pool, real());
	await aggregateViews({ pool, now });
	await insertViews(pool, junk(0, JUNK));
	await aggregateViews({ pool, now });
	for (const table of ["link_days", "user_days"])
		expect((await shown(table)).map(({ least, most }) => [least, most])).toEqual(
			REAL.map(({ count }) => [count, count]),
		);
	await expectReal();
	const { rows } = await pool.query("SELECT octet_length(counters) AS bytes FROM link_candidates");
	expect(rows).toEqual([{ bytes: 32_000 }]);
});

test("nor of ten that come among them and after them, in many small folds by two processes", async () => {
	const aggregators = [quietAggregator({ pool, now }), quietAggregator({ pool, now })];
	const coming = real().sort((a, b) => (a.id.slice(-6) < b.id.slice(-6) ? -1 : 1));
	const rounds = 60;
	for (let round = 0; round < rounds; round++) {
		const some = junk((round * JUNK) / rounds, Math.ceil(JUNK / rounds)).slice(
			0,
			JUNK - Math.ceil(JUNK / rounds) * round,
		);
		// The last of them come when all junk has come.
		const own = round < rounds - 1 ? coming.splice(0, 8) : coming.splice(0);
		await insertViews(pool, [...some, ...own]);
		for (const aggregator of aggregators) await aggregateOnce(aggregator);
	}
	await aggregateViews({ pool, now });
	await expectReal();
});

test("a closed day keeps what it shows, and a late view of it counts", async () => {
	await insertViews(pool, [...real(), ...junk(0, 3_000)]);
	await aggregateViews({ pool, now });
	const before = await sources("link_days");
	await closeDays(pool, new Date(NOW.getTime() + 2 * DAY_MS));
	for (const table of ["link_candidates", "user_candidates"])
		expect((await pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
	expect(await sources("link_days")).toEqual(before);
	await insertViews(pool, [viewFrom("real9"), viewFrom("late")]);
	await aggregateViews({ pool, now });
	const [[[name, count] = []], other] = await sources("link_days");
	expect([name, count, other]).toEqual(["real9", 121, before[1] + 1]);
	expect(await aggregateDifferences(pool)).toEqual([]);
});

test("a link's most frequent source is found behind made-up ones that came before it (P191)", async () => {
	await insertViews(pool, [...junk(0, 300), ...junk(0, 300)]);
	await aggregateViews({ pool, now });
	for (let n = 0; n < 12; n++) {
		await insertViews(pool, [viewFrom("real")]);
		await aggregateViews({ pool, now });
	}
	const { rows } = await pool.query("SELECT sources->0->0 AS most FROM link_sources");
	expect(rows[0].most.slice(0, 2)).toEqual(["real", 12]);
	expect(await aggregateDifferences(pool)).toEqual([]);
});
