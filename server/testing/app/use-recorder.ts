import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect } from "vitest";
import { openDb, openPublicPool } from "#server/platform/db/connect.ts";
import { createLog } from "#server/platform/operator/log.ts";
import type { CountedView } from "#server/public/views/counted-view.ts";
import { createViewRecorder } from "#server/public/views/view-recorder.ts";
import { createFaultProxy, type FaultProxy } from "../machine/fault-proxy.ts";
import { countedView } from "./counted-view.ts";
import { insertLink, insertUser } from "./factories.ts";
import { createTestDatabase, type TestDatabase } from "./test-db.ts";

type Rig = {
	database: TestDatabase;
	proxy: FaultProxy;
	/** Through the proxy. */
	pool: pg.Pool;
	direct: pg.Pool;
	spoolDir: string;
	linkIds: number[];
};

/** A database behind a proxy that can break, with five links, and what records their views: new for each test. */
export function useRecorder() {
	const log = createLog({ logLevel: "silent" });
	const rig = {} as Rig;

	beforeEach(async () => {
		const database = await createTestDatabase();
		const proxy = await createFaultProxy(Number(new URL(database.url).port));
		const throughProxy = new URL(database.url);
		throughProxy.port = String(proxy.port);
		const direct = new pg.Pool({ connectionString: database.url });
		// Connections that are still closing when the database is dropped.
		direct.on("error", () => {});
		const spoolDir = await mkdtemp(path.join(os.tmpdir(), "visualink-spool-"));
		Object.assign(rig, { database, proxy, pool: openPublicPool({ url: throughProxy.href, log }), direct, spoolDir });
		const db = openDb(direct);
		const user = await insertUser(db, "ada");
		rig.linkIds = [];
		for (let n = 0; n < 5; n++) rig.linkIds.push((await insertLink(db, { userId: user.id })).id);
	});

	afterEach(async () => {
		rig.proxy.restore();
		await rig.pool.end();
		await rig.direct.end();
		await rig.proxy.close();
		await rig.database.drop();
		await rm(rig.spoolDir, { recursive: true, force: true });
	});

	/** Of the first link. */
	const view = (change: Partial<CountedView> = {}) => countedView({ linkId: rig.linkIds[0] ?? 0, ...change });
	/** Patient, where a test is not about slowness: the machine may be busy. */
	const recorder = (slowMs = 30_000) => createViewRecorder({ pool: rig.pool, log, spoolDir: rig.spoolDir, slowMs });
	const manyViews = (count: number) =>
		Array.from({ length: count }, (_, n) =>
			view({ linkId: rig.linkIds[n % rig.linkIds.length] ?? 0, isBot: n % 3 === 0 }),
		);
	const rowCount = async () => Number((await rig.direct.query("SELECT count(*) FROM views")).rows[0].count);

	/** Each link's counters equal its rows; the sum of all. */
	async function counted(): Promise<number> {
		const { rows } = await rig.direct.query(`SELECT views_human::int AS human, views_bot::int AS bot,
			(SELECT count(*)::int FROM views WHERE link_id = links.id AND NOT is_bot) AS "humanRows",
			(SELECT count(*)::int FROM views WHERE link_id = links.id AND is_bot) AS "botRows" FROM links`);
		for (const { human, bot, humanRows, botRows } of rows) expect([human, bot]).toEqual([humanRows, botRows]);
		return rows.reduce((sum, { human, bot }) => sum + human + bot, 0);
	}

	return { rig, log, view, recorder, manyViews, rowCount, counted };
}
