import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { openDb } from "#server/platform/db/connect.ts";
import type { CountedView } from "#server/public/views/counted-view.ts";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateDifferences, valueDifferences } from "#server/testing/analytics/aggregate-truth.ts";
import { aggregateOnce, aggregateViews, quietAggregator } from "#server/testing/analytics/aggregate-views.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { openTestPool, type TestPool } from "#server/testing/app/test-pool.ts";
import { until } from "#server/testing/app/until.ts";
import { indexPartitions, isIndexed, keepMarkBehind } from "./aggregate-mark.ts";
import { closeDays, forgetQuarters } from "./aggregate-retention.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SAFARI =
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

let database: TestPool;
let pool: pg.Pool;
let linkIds: number[];
beforeEach(async () => {
	database = await openTestPool();
	pool = database.pool;
	const db = openDb(pool);
	linkIds = [];
	for (const name of ["ada", "bob"]) {
		const user = await insertUser(db, name);
		for (let n = 0; n < 2; n++) linkIds.push((await insertLink(db, { userId: user.id })).id);
	}
	return database.close;
});

const aggregating = () => ({
	...{ pool, now: () => NOW },
	countryOf: (address: string) => (address.startsWith("203.") ? "PT" : null),
});
const aggregateAll = () => aggregateViews(aggregating());

/** A view of the n-th link (the first two are Ada's), so long ago. */
function viewOf(link: number, agoMs: number, change: Partial<CountedView> = {}): CountedView {
	const at = NOW.getTime() - agoMs;
	const userId = link < 2 ? "google-ada" : "google-bob";
	return countedView({ id: newViewId(at), at, linkId: linkIds[link] ?? 0, userId, ...change });
}

const someViews = (count: number, agoMs = HOUR_MS) =>
	Array.from({ length: count }, (_, n) => viewOf(n % 4, agoMs + n * 7 * 60_000, { isBot: n % 3 === 0 }));

test("each row is folded once: whatever commits first, however often it is sent, a day late, by two at once", async () => {
	const views = someViews(60);
	const [ours, theirs] = [views.filter((_, n) => n % 4 < 2), views.filter((_, n) => n % 4 >= 2)];
	const slow = await pool.connect();
	await slow.query("BEGIN");
	await insertViews(slow as unknown as pg.Pool, ours.slice(0, 20));
	await insertViews(pool, theirs.slice(0, 20));
	// Someone writes for long in another database of the same cluster.
	const elsewhere = new pg.Client({ connectionString: database.url.replace(/\w+$/, "postgres") });
	await elsewhere.connect();
	await elsewhere.query("BEGIN; SELECT txid_current()");
	await aggregateOnce(quietAggregator(aggregating()));
	await slow.query("COMMIT");
	slow.release();
	// A batch of which a part is there already.
	await insertViews(pool, views);
	await Promise.all([aggregateAll(), aggregateAll(), aggregateAll()]);
	expect(await aggregateDifferences(pool)).toEqual([]);
	await elsewhere.end();

	await insertViews(pool, someViews(50, 26 * HOUR_MS));
	await insertViews(pool, views);
	expect(await aggregateAll()).toBe(50);
	expect(await aggregateAll()).toBe(0);
	expect(await aggregateDifferences(pool)).toEqual([]);
	const { rows } = await pool.query("SELECT sum(human + bot)::int AS views FROM link_days");
	expect(rows).toEqual([{ views: 110 }]);
});

test("what ends in the middle has done nothing, and the next one does it", async () => {
	await insertViews(pool, someViews(30));
	await pool.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
		CREATE TRIGGER cut BEFORE UPDATE ON fold_state FOR EACH ROW EXECUTE FUNCTION cut()`);
	await expect(quietAggregator(aggregating()).aggregateSlice()).rejects.toThrow();
	await pool.query("DROP TRIGGER cut ON fold_state");
	expect(await aggregateAll()).toBe(30);
	expect(await aggregateDifferences(pool)).toEqual([]);
});

test("a transaction of more rows than a slice is folded whole, each row once", async () => {
	await insertViews(pool, someViews(2_500, 0));
	await insertViews(pool, someViews(40, 26 * HOUR_MS));
	expect(await aggregateAll()).toBe(2_540);
	expect(await aggregateDifferences(pool)).toEqual([]);
	expect(await valueDifferences(pool, "2026-11-21")).toEqual([]);
	expect(await aggregateAll()).toBe(0);
});

test("rows from before there were marks are folded once, in slices, beside the new ones", async () => {
	await insertViews(pool, someViews(2_500));
	await pool.query("UPDATE views SET tx = NULL, kind = NULL");
	await insertViews(pool, someViews(10));
	await indexPartitions(pool);
	expect(await isIndexed(pool)).toBe(true);
	expect(await aggregateAll()).toBe(2_510);
	expect(await aggregateAll()).toBe(0);
	expect(await aggregateDifferences(pool)).toEqual([]);
});

test("an index whose making was cut short is made anew beside the views that come in", async () => {
	await indexPartitions(pool);
	await pool.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'views_default_tx'::regclass");
	expect(await isIndexed(pool)).toBe(false);
	const backup = await pool.connect();
	await backup.query("BEGIN; LOCK TABLE views_default IN ACCESS SHARE MODE");
	const made = indexPartitions(pool);
	const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
	await until(async () => (await pool.query(`${waiting} AND query LIKE 'DROP INDEX%'`)).rows.length > 0, 30_000);
	await insertViews(pool, someViews(3));
	await backup.query("COMMIT");
	backup.release();
	await made;
	expect(await isIndexed(pool)).toBe(true);
	expect(await aggregateAll()).toBe(3);
});

test("a burst from several networks is counted as people, and next to them as probably scanners (P538)", async () => {
	const burst = (first: number) =>
		[0, 1, 2, 3].map((n) => viewOf(0, first - n * 1_000, { ip: `198.51.${n}.0`, userAgent: SAFARI }));
	await insertViews(pool, [...burst(HOUR_MS).slice(0, 2), viewOf(1, 0)]);
	await aggregateAll();
	await insertViews(pool, burst(HOUR_MS).slice(2));
	const aggregator = quietAggregator(aggregating());
	await aggregateOnce(aggregator);
	await insertViews(pool, burst(HOUR_MS / 2).slice(0, 2));
	await aggregateOnce(aggregator);
	await insertViews(pool, burst(HOUR_MS / 2).slice(2));
	await aggregateOnce(aggregator);
	const { rows } = await pool.query("SELECT human, breakdowns ->> 'scanners' AS scanners FROM user_days");
	// What another process has aggregated is not known to this one: two networks are no burst.
	expect(rows).toEqual([{ human: 9, scanners: "4" }]);
	expect(await aggregateDifferences(pool)).toEqual([]);
});

test("a person's day: where from, with what, who fetched, who came again", async () => {
	const ada = { userAgent: SAFARI, attribution: "instagram", visitor: "-9223372036854775808" };
	await insertViews(pool, [
		viewOf(0, 0, ada),
		viewOf(0, 20 * 60_000, ada),
		viewOf(1, 0, { ...ada, visitor: "7", ip: null, attribution: "__proto__" }),
		viewOf(1, 1, ada),
		viewOf(0, 0, { isBot: true, kind: "preview", attribution: "whatsapp" }),
		viewOf(0, 0, { isBot: true, kind: "bot:search", attribution: "example.com" }),
	]);
	await aggregateAll();
	// Seen again by a later slice.
	// What a proxy says of the country goes before what the address tells (P414).
	await insertViews(pool, [viewOf(0, 2, { ...ada, country: "BR" }), viewOf(0, 3 * DAY_MS, { ...ada, visitor: "9" })]);
	await aggregateAll();
	const { rows } = await pool.query(
		"SELECT human, bot, visitors, breakdowns, quarters FROM user_days WHERE day = '2026-11-22'",
	);
	expect(rows).toEqual([
		{
			human: 5,
			bot: 2,
			visitors: 2,
			breakdowns: {
				source: [
					[
						["instagram", 4],
						["__proto__", 1],
					],
					0,
				],
				country: [
					[
						["PT", 3],
						["", 1],
						["BR", 1],
					],
					0,
				],
				device: [[["mobile", 5]], 0],
				browser: [[["Safari", 5]], 0],
				system: [[["iOS", 5]], 0],
				platform: [
					[
						["bot:search", 1],
						["whatsapp", 1],
					],
					0,
				],
				link: [
					[
						[String(linkIds[0]), 3],
						[String(linkIds[1]), 2],
					],
					0,
				],
			},
			quarters: [
				[46, 1, 0],
				[47, 2, 0],
				[48, 2, 2],
			],
		},
	]);
	const { rows: late } = await pool.query("SELECT human, visitors FROM link_days WHERE day = '2026-11-19'");
	expect(late, "who came on a day whose visitors are forgotten is not counted as a new one").toEqual([
		{ human: 1, visitors: 0 },
	]);
});

test("past 200 values of a day the rarest become 'other', and the sum stays the total", async () => {
	const views = Array.from({ length: 450 }, (_, n) => viewOf(0, 0, { attribution: n < 200 ? "often" : `rare${n}` }));
	await insertViews(pool, views);
	await aggregateAll();
	expect(await aggregateDifferences(pool)).toEqual([]);
	const { rows } = await pool.query("SELECT breakdowns->'source' AS source FROM link_days");
	const [values, other] = rows[0].source;
	expect([values.length, values[0], other]).toEqual([200, ["often", 200], 51]);
});

test("where a link's people came from is known of all its days together, the most frequent first", async () => {
	const from = (attribution: string, agoMs: number, count: number) =>
		Array.from({ length: count }, () => viewOf(0, agoMs, { attribution }));
	await insertViews(pool, [...from("letter", 0, 2), ...from("instagram", DAY_MS, 1)]);
	await aggregateAll();
	await insertViews(pool, [
		...from("instagram", 40 * DAY_MS, 2),
		viewOf(1, 0, { isBot: true, attribution: "whatsapp" }),
	]);
	await aggregateAll();
	const { rows } = await pool.query("SELECT link_id, sources FROM link_sources");
	const sources = [
		["instagram", 3],
		["letter", 2],
	];
	expect(rows).toEqual([{ link_id: linkIds[0], sources: [sources, 0] }]);
});

test("a long source is cut between characters", async () => {
	const source = "a".repeat(99);
	await insertViews(pool, [viewOf(0, 0, { attribution: `${source}😀` }), viewOf(0, 0, { attribution: source })]);
	await aggregateAll();
	const { rows } =
		await pool.query(`SELECT sources->0->0->>0 AS most, sources->0->0->1 AS people, breakdowns->'source' AS day
		FROM link_sources JOIN link_days USING (link_id)`);
	expect(rows).toEqual([{ most: source, people: 2, day: [[[source, 2]], 0] }]);
});

test("nothing is folded for a link that has been erased", async () => {
	await insertViews(pool, someViews(8));
	await pool.query("DELETE FROM links WHERE user_id = 'google-ada'");
	await aggregateAll();
	const { rows } = await pool.query("SELECT DISTINCT user_id FROM user_days");
	expect(rows).toEqual([{ user_id: "google-bob" }]);
	expect(await aggregateDifferences(pool)).toEqual([]);
});

test("a database that was restored where transactions are counted anew goes on", async () => {
	await insertViews(pool, someViews(5));
	await aggregateAll();
	await insertViews(pool, someViews(4, 40 * HOUR_MS));
	// As if both had been written by a cluster that was far ahead.
	await pool.query("UPDATE views SET tx = tx + 1000000000000; UPDATE fold_state SET next_tx = next_tx + 1000000000000");
	await keepMarkBehind(pool);
	await keepMarkBehind(pool);
	await insertViews(pool, someViews(3, 80 * HOUR_MS));
	expect(await aggregateAll()).toBe(7);
	expect(await aggregateDifferences(pool)).toEqual([]);
});

test("quarters are forgotten after 13 months, and who was seen after two days; the counts never", async () => {
	const old = 400 * DAY_MS;
	await insertViews(pool, [viewOf(0, old), viewOf(0, 0, { visitor: "1" }), viewOf(0, DAY_MS, { visitor: "1" })]);
	await insertViews(pool, [viewOf(3, old), viewOf(3, old + DAY_MS)]);
	await aggregateAll();
	const kept = async () =>
		(
			await pool.query(
				"SELECT day::text, human, visitors, quarters IS NULL AS forgotten FROM link_days WHERE link_id = $1 ORDER BY day",
				[linkIds[0]],
			)
		).rows;
	const statements = vi.spyOn(pool, "query");
	await forgetQuarters(pool, new Date(NOW.getTime() + DAY_MS), { rowsAtOnce: 1 });
	await closeDays(pool, new Date(NOW.getTime() + DAY_MS), { rowsAtOnce: 1 });
	const changed = await Promise.all(statements.mock.results.map(({ value }) => value));
	expect(Math.max(...changed.map(({ rowCount }) => rowCount)), "rows of one statement").toBe(1);
	expect(await kept()).toEqual([
		{ day: "2025-10-18", human: 1, visitors: 0, forgotten: true },
		{ day: "2026-11-21", human: 1, visitors: 1, forgotten: false },
		{ day: "2026-11-22", human: 1, visitors: 1, forgotten: false },
	]);
	for (const table of ["link_days", "user_days"]) {
		const { rows } = await pool.query(
			`SELECT DISTINCT quarters IS NULL AS forgotten FROM ${table} WHERE day < '2026-01-01'`,
		);
		expect([table, rows]).toEqual([table, [{ forgotten: true }]]);
	}
	expect((await pool.query("SELECT day::text FROM link_visitors ORDER BY day")).rows).toEqual([{ day: "2026-11-22" }]);
	await closeDays(pool, new Date(NOW.getTime() + 3 * DAY_MS));
	expect((await pool.query("SELECT 1 FROM link_visitors UNION ALL SELECT 1 FROM user_visitors")).rows).toEqual([]);
	// A late view of a forgotten day counts, and begins no quarters.
	await insertViews(pool, [viewOf(0, old)]);
	await aggregateAll();
	expect((await kept())[0]).toEqual({ day: "2025-10-18", human: 2, visitors: 0, forgotten: true });
});
