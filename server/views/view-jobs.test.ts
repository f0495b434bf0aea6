import type pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { newViewId } from "./view-id.ts";
import { makePartitions } from "./view-partitions.ts";
import { forgetOldVisitors } from "./view-retention.ts";

const NOW = new Date("2026-12-15T12:00:00Z");

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
	// Somebody without an address has a number all the same.
	await pool.query("UPDATE views SET ip = NULL WHERE timestamp = $1", [times[2]]);
	const statements = vi.spyOn(pool, "query");
	await forgetOldVisitors(pool, NOW, { rowsAtOnce: 1 });
	const changed = await Promise.all(statements.mock.results.map(({ value }) => value));
	const updates = changed.filter(({ command }) => command === "UPDATE");
	expect(Math.max(...updates.map(({ rowCount }) => rowCount)), "rows of one statement").toBe(1);
	const visitors = await pool.query("SELECT visitor FROM views ORDER BY timestamp DESC");
	expect(visitors.rows.map(({ visitor }) => visitor)).toEqual(["1", "1", null, null, null]);
	const { rows } = await pool.query(
		"SELECT ip IS NOT NULL AS ip, user_agent IS NOT NULL AS ua FROM views ORDER BY timestamp DESC",
	);
	expect(rows).toEqual([
		{ ip: true, ua: true },
		{ ip: true, ua: true },
		{ ip: false, ua: true },
		{ ip: false, ua: true },
		{ ip: false, ua: false },
	]);
});
