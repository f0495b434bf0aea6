import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDb, openPublicPool } from "#server/db/connect.ts";
import { createLog } from "#server/operator/log.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { until } from "#server/testing/app/test-app.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { createFaultProxy, type FaultProxy } from "#server/testing/machine/fault-proxy.ts";
import type { CountedView } from "./counted-view.ts";
import { COUNTING_PLAN } from "./insert-views.ts";
import { createViewRecorder } from "./view-recorder.ts";
import { createViewSpool } from "./view-spool.ts";

const log = createLog({ logLevel: "silent" });

let database: TestDatabase;
let proxy: FaultProxy;
/** Through the proxy. */
let pool: pg.Pool;
let direct: pg.Pool;
let spoolDir: string;
let linkIds: number[];

beforeEach(async () => {
	database = await createTestDatabase();
	proxy = await createFaultProxy(Number(new URL(database.url).port));
	const throughProxy = new URL(database.url);
	throughProxy.port = String(proxy.port);
	pool = openPublicPool({ url: throughProxy.href, log });
	direct = new pg.Pool({ connectionString: database.url });
	// Connections that are still closing when the database is dropped.
	direct.on("error", () => {});
	spoolDir = await mkdtemp(path.join(os.tmpdir(), "visualink-spool-"));
	const db = openDb(direct);
	const user = await insertUser(db, "ada");
	linkIds = [];
	for (let n = 0; n < 5; n++) linkIds.push((await insertLink(db, { userId: user.id })).id);
});

afterEach(async () => {
	proxy.restore();
	await pool.end();
	await direct.end();
	await proxy.close();
	await database.drop();
	await rm(spoolDir, { recursive: true, force: true });
});

/** Of the first link. */
const view = (change: Partial<CountedView> = {}) => countedView({ linkId: linkIds[0] ?? 0, ...change });
/** Patient, where a test is not about slowness: the machine may be busy. */
const recorder = (slowMs = 30_000) => createViewRecorder({ pool, log, spoolDir, slowMs });
const manyViews = (count: number) =>
	Array.from({ length: count }, (_, n) => view({ linkId: linkIds[n % linkIds.length] ?? 0, isBot: n % 3 === 0 }));
const rowCount = async () => Number((await direct.query("SELECT count(*) FROM views")).rows[0].count);

/** Each link's counters equal its rows; the sum of all. */
async function counted(): Promise<number> {
	const { rows } = await direct.query(`SELECT views_human::int AS human, views_bot::int AS bot,
		(SELECT count(*)::int FROM views WHERE link_id = links.id AND NOT is_bot) AS "humanRows",
		(SELECT count(*)::int FROM views WHERE link_id = links.id AND is_bot) AS "botRows" FROM links`);
	for (const { human, bot, humanRows, botRows } of rows) expect([human, bot]).toEqual([humanRows, botRows]);
	return rows.reduce((sum, { human, bot }) => sum + human + bot, 0);
}

test("many batches that touch the same links in any order never deadlock (B8)", async () => {
	const counting = openPublicPool({ url: database.url, max: 8, log, settings: COUNTING_PLAN });
	const others = Array.from({ length: 8 }, () => createViewRecorder({ pool: counting, log, spoolDir, slowMs: 30_000 }));
	const shuffled = manyViews(8_000).sort(() => Math.random() - 0.5);
	await Promise.all(shuffled.map((each, n) => others[n % others.length]?.record(each)));
	await Promise.all(others.map((other) => other.close()));
	await counting.end();
	expect(await counted()).toBe(8_000);
	expect(others.map(({ metrics }) => metrics.spooled + metrics.refused + metrics.dropped)).toEqual(others.map(() => 0));
});

describe("while the database is away", () => {
	test.each([
		["cut", () => proxy.cut()],
		["silent", () => proxy.freeze()],
		["slow", () => proxy.delay(400)],
	])("%s: views are kept in time, and counted once when it is back", async (_, fail) => {
		const views = recorder(250);
		await Promise.all(manyViews(10).map(views.record));
		fail();
		const startedAt = performance.now();
		await Promise.all(manyViews(200).map(views.record));
		expect(performance.now() - startedAt).toBeLessThan(2_000);
		expect(views.metrics.spooled).toBeGreaterThan(0);
		proxy.restore();
		await until(async () => (await rowCount()) === 210);
		await until(async () => (await readdir(spoolDir)).length === 0);
		expect(await counted()).toBe(210);
		await views.close();
	});

	test("slow: only the first visitor waits for it, and what was spooled is sent all the same (G2)", async () => {
		const slowPool = { query: async (query: pg.QueryConfig) => direct.query(query).then(later) } as unknown as pg.Pool;
		const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 1_500, value));
		const views = createViewRecorder({ pool: slowPool, log, spoolDir, slowMs: 1_000, retryMs: 100 });
		await views.record(view());
		const waits: number[] = [];
		await until(async () => {
			const startedAt = performance.now();
			await views.record(view());
			waits.push(performance.now() - startedAt);
			return views.metrics.replayed >= 50;
		});
		expect(Math.max(...waits)).toBeLessThan(900);
		await views.close();
	});

	test("a record torn off at any byte is dropped alone", async () => {
		const first = recorder();
		proxy.cut();
		await Promise.all(manyViews(5).map(first.record));
		await first.close();
		const [segment = ""] = await readdir(spoolDir);
		const whole = await readFile(path.join(spoolDir, segment));
		const lineEnds = [...whole.keys()].filter((at) => whole[at] === 10).map((at) => at + 1);
		const spool = createViewSpool({ dir: spoolDir });
		for (let length = lineEnds[2] ?? 0; length <= whole.length; length++) {
			await writeFile(path.join(spoolDir, segment), whole.subarray(0, length));
			const next = await spool.read(segment, 10).next();
			expect(next.value?.views ?? []).toHaveLength(lineEnds.filter((end) => end <= length).length);
		}
	});

	test("with the disk away as well (B6), answers go on, it is said once and what memory holds is counted", async () => {
		await rm(spoolDir, { recursive: true });
		await writeFile(spoolDir, "not a folder");
		const said: string[] = [];
		const listening = pino({ level: "error" }, { write: (line: string) => void said.push(line) });
		const views = createViewRecorder({ pool, log: listening, spoolDir, slowMs: 30_000 });
		proxy.cut();
		for (const each of manyViews(20)) await views.record(each);
		expect(said).toHaveLength(1);
		expect(views.metrics).toMatchObject({ spooled: 0, dropped: 0 });
		proxy.restore();
		await until(async () => (await rowCount()) === 20);
		expect(await counted()).toBe(20);
		await views.close();
	});
});
