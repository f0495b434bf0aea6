import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { indexPartitions } from "#server/analytics/aggregate-mark.ts";
import { aggregateViews } from "#server/testing/analytics/aggregate-views.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import type { CountedView } from "./counted-view.ts";
import { dropOldMonths } from "./old-months.ts";
import { ageLimits, withoutExpired } from "./view-age.ts";
import { newViewId } from "./view-id.ts";
import { makePartitions } from "./view-partitions.ts";
import { forgetOldVisitors } from "./view-retention.ts";

const NOW = new Date("2026-12-15T12:00:00Z");

type Options = NonNullable<Parameters<typeof forgetOldVisitors>[2]>;

let pool: pg.Pool;

beforeEach(async () => {
	const opened = await openTestPool();
	pool = opened.pool;
	return opened.close;
});

async function insertView(time: string): Promise<string> {
	const id = newViewId(Date.parse(time));
	await pool.query(
		"INSERT INTO views (id, timestamp, user_id, link_id, ip, user_agent, is_bot) VALUES ($1, $2, 'ada', 1, '203.0.113.0', 'Browser', false)",
		[id, time],
	);
	return id;
}
const partitionOf = async (id: string) =>
	(await pool.query("SELECT tableoid::regclass::text AS partition FROM views WHERE id = $1", [id])).rows[0]?.partition;

test("months get partitions ahead of time, and rows that came before them are moved", async () => {
	const early = await insertView("2027-01-03T00:00:00Z");
	expect(await partitionOf(early)).toBe("views_default");
	await Promise.all([makePartitions(pool, NOW), makePartitions(pool, NOW)]);
	await makePartitions(pool, NOW);
	expect(await partitionOf(early)).toBe("views_2027_01");
	expect(await partitionOf(await insertView("2026-12-01T00:00:00Z"))).toBe("views_2026_12");
	expect(await partitionOf(await insertView("2027-02-28T23:59:59Z"))).toBe("views_2027_02");
	expect(await partitionOf(await insertView("2027-03-01T00:00:00Z"))).toBe("views_default");
});

test("the address is forgotten after 90 days, the user agent after 13 months, the view never", async () => {
	await makePartitions(pool, new Date("2026-09-01T00:00:00Z"));
	const times = [
		"2026-12-14T00:00:00Z",
		"2026-09-16T13:00:00Z",
		"2026-09-16T11:00:00Z",
		"2025-11-15T13:00:00Z",
		"2025-11-15T11:00:00Z",
	];
	for (const time of times) await insertView(time);
	await pool.query("UPDATE views SET visitor = 1");
	// Someone without an address has a number all the same.
	await pool.query("UPDATE views SET ip = NULL WHERE timestamp = $1", [times[2]]);
	const asked = await forget(NOW, { rowsAtOnce: 1 });
	const updates = asked.filter(({ command }) => command === "UPDATE");
	expect(Math.max(...updates.map(({ rowCount }) => rowCount ?? 0)), "rows of one statement").toBe(1);
	const visitors = await pool.query("SELECT visitor FROM views ORDER BY timestamp DESC");
	expect(visitors.rows.map(({ visitor }) => visitor)).toEqual(["1", "1", null, null, null]);
	expect(await kept()).toEqual([
		{ ip: true, ua: true },
		{ ip: true, ua: true },
		{ ip: false, ua: true },
		{ ip: false, ua: true },
		{ ip: false, ua: false },
	]);
});

test("P410: what is done is never read again, a day at a time is enough, and a stopped run is continued", async () => {
	await makePartitions(pool, new Date("2026-06-01T00:00:00Z"));
	for (let day = 1; day <= 31; day++) await insertView(new Date(Date.UTC(2026, 6, day, 12)).toISOString());
	const stopping = new AbortController();
	const isStoppedAfter = (rows: number) => (result: pg.QueryResult) => {
		if (result.command === "UPDATE") rows -= result.rowCount ?? 0;
		if (rows === 0) stopping.abort();
	};
	await forget(new Date("2026-10-20T00:00:00Z"), {
		...{ rowsAtOnce: 1, stopping: stopping.signal, heard: isStoppedAfter(5) },
	});
	expect((await kept()).filter(({ ip }) => !ip)).toHaveLength(5);
	const rows = (asked: pg.QueryResult[]) =>
		asked.reduce((sum, { command, rowCount }) => sum + (command === "UPDATE" ? (rowCount ?? 0) : 0), 0);
	const inJuly = (asked: Asked[]) => asked.filter(({ text }) => text.includes("views_2026_07"));
	expect(rows(await forget(new Date("2026-10-20T00:00:00Z"), { rowsAtOnce: 4 }))).toBe(16);
	expect(rows(await forget(new Date("2026-10-21T00:00:00Z")))).toBe(1);
	expect(rows(await forget(new Date("2026-11-02T00:00:00Z")))).toBe(9);
	expect(inJuly(await forget(new Date("2026-11-03T00:00:00Z"))).length).toBe(0);
	// Thirteen months after it the agents go, and then the room that they had.
	await forget(new Date("2027-09-02T00:00:00Z"));
	const last = inJuly(await forget(new Date("2027-09-03T00:00:00Z")));
	expect(last.map(({ text }) => text)).toEqual([]);
	expect((await kept()).every(({ ip, ua }) => !ip && !ua)).toBe(true);
	const { rows: marks } = await pool.query("SELECT is_compact FROM view_retention WHERE partition = 'views_2026_07'");
	expect(marks).toEqual([{ is_compact: true }]);
});

test("P410: a view that comes late is stored as it would be by then", () => {
	const limits = ageLimits(NOW);
	const at = (time: string): CountedView => ({
		...{ id: newViewId(Date.parse(time)), at: Date.parse(time), userId: "ada", linkId: 1, ip: "203.0.113.0" },
		...{ userAgent: "Browser", clientWidth: 0, clientHeight: 0, attribution: "", isBot: false, visitor: "1" },
	});
	const stored = ["2026-09-16T13:00:00Z", "2026-09-16T11:00:00Z", "2025-11-15T11:00:00Z"].map((time) => {
		const { ip, visitor, userAgent } = withoutExpired(at(time), limits);
		return [ip, visitor, userAgent];
	});
	expect(stored).toEqual([
		["203.0.113.0", "1", "Browser"],
		[null, null, "Browser"],
		[null, null, ""],
	]);
});

test("P411: months past the retention are dropped once they are folded, late views of theirs too", async () => {
	await makePartitions(pool, new Date("2026-08-01T00:00:00Z"));
	await makePartitions(pool, NOW);
	await indexPartitions(pool);
	await insertView("2026-08-31T23:59:59Z");
	await insertView("2026-09-15T12:00:00Z");
	await insertView("2026-12-15T00:00:00Z");
	const partitions = async () =>
		(await pool.query("SELECT DISTINCT tableoid::regclass::text AS name FROM views ORDER BY 1")).rows.map(
			({ name }) => name,
		);
	const drop = (months: number) => withClient((client) => dropOldMonths(client, NOW, { months }));
	const aggregate = () => aggregateViews({ pool, now: () => NOW });

	expect(await drop(3)).toEqual([]);
	await aggregate();
	expect(await drop(0)).toEqual([]);
	expect(await drop(4)).toEqual([]);
	expect(await drop(3)).toEqual(["views_2026_08"]);
	expect(await partitions()).toEqual(["views_2026_09", "views_2026_12"]);
	expect((await pool.query("SELECT to_regclass('views_2026_08') AS name")).rows).toEqual([{ name: null }]);

	await insertView("2026-08-15T00:00:00Z");
	await drop(3);
	expect(await partitions(), "not folded yet").toContain("views_default");
	await aggregate();
	await drop(3);
	expect(await partitions()).toEqual(["views_2026_09", "views_2026_12"]);
});

const kept = async () =>
	(await pool.query("SELECT ip IS NOT NULL AS ip, user_agent IS NOT NULL AS ua FROM views ORDER BY timestamp DESC"))
		.rows;

async function withClient<T>(use: (client: pg.PoolClient) => Promise<T>): Promise<T> {
	const client = await pool.connect();
	return use(client).finally(() => client.release(true));
}

type Asked = pg.QueryResult & { text: string };

/** One daily run. @returns what it asked, and what it heard */
function forget(
	now: Date,
	{ heard, ...options }: Options & { heard?: (result: pg.QueryResult) => void } = {},
): Promise<Asked[]> {
	return withClient(async (client) => {
		const asked: Asked[] = [];
		const recording = {
			async query(query: string | { text: string }, values: unknown[]) {
				const result = await client.query(query as string, values);
				heard?.(result);
				asked.push({ ...result, text: typeof query === "string" ? query : query.text });
				return result;
			},
		} as unknown as pg.ClientBase;
		await forgetOldVisitors(recording, now, options);
		return asked;
	});
}
