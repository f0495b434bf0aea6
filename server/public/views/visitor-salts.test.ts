import type pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { openTestPool } from "#server/testing/app/test-pool.ts";
import { createVisitors } from "./visitor-salts.ts";

const NOON = Date.parse("2026-11-22T12:00:00Z");
const HOUR_MS = 3_600_000;
const view = { at: NOON, address: "203.0.113.77", userAgent: "Browser" };

let pool: pg.Pool;
let clock: number;
beforeEach(async () => {
	const opened = await openTestPool({ statement_timeout: 5_000 });
	pool = opened.pool;
	clock = NOON;
	return opened.close;
});

const process = () => createVisitors({ pool, now: () => new Date(clock), log: createLog({ logLevel: "silent" }) });
/** What the table's file holds, anyone who may no longer see it. */
const file = async () => {
	await pool.query("CHECKPOINT");
	const { rows } = await pool.query("SELECT pg_read_binary_file(pg_relation_filepath('visitor_salts')) AS bytes");
	return (rows[0].bytes as Buffer).toString("latin1");
};
const days = async () =>
	(await pool.query("SELECT day::text FROM visitor_salts ORDER BY 1")).rows.map(({ day }) => day);

test("one address and agent are one visitor to every process, for a day", async () => {
	const [one, two] = [process(), process()];
	expect(one.visitorOf(view), "no salt yet").toBeNull();
	await Promise.all([one.run(), two.run()]);
	const visitor = one.visitorOf(view);
	expect(visitor).toMatch(/^-?\d{10,19}$/);
	expect(two.visitorOf({ ...view, at: NOON + 11 * HOUR_MS })).toBe(visitor);
	expect(one.visitorOf({ ...view, address: "203.0.113.78" })).not.toBe(visitor);
	expect(one.visitorOf({ ...view, userAgent: "Another" })).not.toBe(visitor);
	expect(one.visitorOf({ ...view, address: undefined })).toBeNull();
	// Tomorrow's salt is there before tomorrow, and ties nothing to today.
	clock = Date.parse("2026-11-22T23:30:00Z");
	await one.run();
	const tomorrow = one.visitorOf({ ...view, at: NOON + 24 * HOUR_MS });
	expect(tomorrow).not.toBeNull();
	expect(tomorrow).not.toBe(visitor);
});

test("a salt is gone before 48 hours have passed since its day began, from the database, its file and memory", async () => {
	const [one, cutOff] = [process(), process()];
	await Promise.all([one.run(), cutOff.run()]);
	const visitor = cutOff.visitorOf(view);
	const { salt } = (await pool.query("SELECT salt FROM visitor_salts WHERE day = '2026-11-22'")).rows[0];
	clock = Date.parse("2026-11-23T23:44:59Z");
	await one.run();
	expect(await days()).toEqual(["2026-11-22", "2026-11-23", "2026-11-24"]);
	expect(await file()).toContain(salt);
	// The next look comes a quarter of an hour later, when it would be too late.
	const away = vi.spyOn(pool, "query").mockImplementation(() => Promise.reject(new Error("away")));
	await cutOff.run();
	expect(cutOff.visitorOf(view)).toBe(visitor);
	clock = Date.parse("2026-11-23T23:45:00Z");
	await cutOff.run();
	expect(cutOff.visitorOf(view), "while the database is away, too").toBeNull();
	away.mockRestore();
	await one.run();
	expect(await days()).toEqual(["2026-11-23", "2026-11-24"]);
	expect(await file()).not.toContain(salt);
	expect(one.visitorOf(view)).toBeNull();
});

test("while a backup reads the table, days begin with their salts all the same; the old ones go after it", async () => {
	await process().run();
	const backup = await pool.connect();
	await backup.query("BEGIN; LOCK TABLE visitor_salts IN ACCESS SHARE MODE");
	clock = Date.parse("2026-11-24T00:00:00Z");
	const [running, started] = [process(), process()];
	await Promise.all([running.run(), started.run()]);
	const today = { ...view, at: clock };
	expect(running.visitorOf(today)).toMatch(/^-?\d+$/);
	expect(started.visitorOf(today)).toBe(running.visitorOf(today));
	expect(running.visitorOf(view), "in memory it is gone").toBeNull();
	expect(await days()).toEqual(["2026-11-22", "2026-11-24"]);
	await backup.query("COMMIT");
	backup.release();
	await running.run();
	expect(await days()).toEqual(["2026-11-24"]);
});
