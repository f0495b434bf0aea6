import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDb, openPublicPool } from "#server/db/connect.ts";
import { createLog } from "#server/operator/log.ts";
import { countedView } from "#server/testing/app/counted-view.ts";
import { insertLink, insertUser } from "#server/testing/app/factories.ts";
import { until } from "#server/testing/app/test-app.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { createFaultProxy, type FaultProxy } from "#server/testing/machine/fault-proxy.ts";
import type { CountedView } from "./counted-view.ts";
import { COUNTING_PLAN, insertViews } from "./insert-views.ts";
import { createViewRecorder } from "./view-recorder.ts";

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

test("a view is committed with its counter when its promise settles", async () => {
	const views = recorder();
	await Promise.all(manyViews(300).map(views.record));
	expect(await counted()).toBe(300);
	expect(views.metrics).toMatchObject({ recorded: 300, committed: 300, spooled: 0 });
	await views.close();
});

test("a link knows when the last person came, in whatever order they are written, and no bot counts", async () => {
	const noon = Date.UTC(2026, 10, 22, 12);
	const seen = async () =>
		(await direct.query("SELECT last_seen_at FROM links ORDER BY id LIMIT 2")).rows.map(({ last_seen_at: at }) => at);
	const minute = (n: number, change: Partial<CountedView> = {}) => view({ at: noon + n * 60_000, ...change });
	const onlyBots = { linkId: linkIds[1] ?? 0, isBot: true };
	await insertViews(direct, [minute(2), minute(3), minute(1), minute(9, { isBot: true }), minute(5, onlyBots)]);
	expect(await seen()).toEqual([new Date(noon + 3 * 60_000), null]);
	await insertViews(direct, [minute(1)]);
	expect(await seen()).toEqual([new Date(noon + 3 * 60_000), null]);
});

test("the same event counts once, however often it is sent", async () => {
	const views = manyViews(50);
	await Promise.all([
		insertViews(direct, views),
		insertViews(direct, [...views].reverse()),
		insertViews(direct, views),
	]);
	await insertViews(direct, views);
	expect(await counted()).toBe(50);
});

test("a counter beyond 2^31 goes on counting (B12)", async () => {
	const before = 2 ** 31 - 1;
	await direct.query("UPDATE links SET views_human = $1", [before]);
	await insertViews(direct, [view(), view()]);
	const { rows } = await direct.query("SELECT views_human AS human FROM links WHERE id = $1", [linkIds[0]]);
	expect(Number(rows[0].human)).toBe(before + 2);
});

test("PostgreSQL plans once, not for each batch", async () => {
	const counting = openPublicPool({ url: database.url, max: 1, log, settings: COUNTING_PLAN });
	for (let batch = 0; batch < 8; batch += 1) await insertViews(counting, manyViews(1 + batch));
	const { rows } = await counting.query("SELECT custom_plans AS planned FROM pg_prepared_statements");
	await counting.end();
	expect(rows).toEqual([{ planned: "0" }]);
});

test("one bad row does not take the others with it", async () => {
	const views = recorder();
	await Promise.all([...manyViews(20), view({ userAgent: "NUL\0" }), ...manyViews(20)].map(views.record));
	expect(await counted()).toBe(40);
	expect(views.metrics).toMatchObject({ refused: 1, spooled: 0 });
	await views.close();
});

test("a process that dies while the database is away leaves its views to the next one", async () => {
	const first = recorder();
	proxy.cut();
	await Promise.all(manyViews(30).map(first.record));
	await first.close();
	expect(await rowCount()).toBe(0);
	proxy.restore();
	const next = recorder();
	await until(async () => (await rowCount()) === 30);
	expect(await counted()).toBe(30);
	await next.close();
});
