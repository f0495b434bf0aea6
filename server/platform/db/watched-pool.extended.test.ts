import type pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "#server/platform/operator/log.ts";
import { until } from "#server/testing/app/test-app.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/app/test-db.ts";
import { createFaultProxy, type FaultProxy } from "#server/testing/machine/fault-proxy.ts";
import { openDb, openPool } from "./connect.ts";
import { isUnreachable } from "./unreachable.ts";

const MAX = 3;

let database: TestDatabase;
let proxy: FaultProxy;
let pool: pg.Pool;

beforeEach(async () => {
	database = await createTestDatabase();
	const url = new URL(database.url);
	proxy = await createFaultProxy(Number(url.port));
	url.port = String(proxy.port);
	pool = openPool({ url: url.href, max: MAX, log: createLog({ logLevel: "silent" }) });
});

afterEach(async () => {
	proxy.restore();
	await pool.end();
	await proxy.close();
	await database.drop();
});

test("a burst queues while the database is well, however long its work takes", async () => {
	const long = pool.query("SELECT pg_sleep(2)");
	const burst = Array.from({ length: 40 }, () => pool.query("SELECT pg_sleep(0.1)"));
	expect(await Promise.all([long, ...burst])).toHaveLength(41);
});

describe.each([
	["cut", () => proxy.cut()],
	["silent", () => proxy.freeze()],
	["two seconds slow", () => proxy.delay(1_000)],
	["resetting every connection", () => proxy.reset()],
])("a database that is %s (G1, G2)", (_, fail) => {
	const failure = (work: Promise<unknown>) =>
		work.then(
			() => "worked",
			(e) => isUnreachable(e) || e,
		);

	test("fails what is under way, what waits and what comes, long before any time limit, and is back by itself", async () => {
		await pool.query("SELECT 1");
		const startedAt = performance.now();
		const underWay = Array.from({ length: 3 * MAX }, () => failure(pool.query("SELECT pg_sleep(4)")));
		fail();
		expect(await Promise.all(underWay)).toEqual(underWay.map(() => true));
		expect(await failure(pool.query("SELECT 1"))).toBe(true);
		expect(performance.now() - startedAt).toBeLessThan(3_500);
		proxy.restore();
		await until(async () => (await failure(pool.query("SELECT 1"))) === "worked");
	});

	test("takes no connection for good from transactions that could not begin or end", async () => {
		const db = openDb(pool);
		fail();
		for (let round = 0; round < 2; round++)
			await Promise.all(Array.from({ length: 2 * MAX }, () => failure(db.transaction((tx) => tx.execute("SELECT 1")))));
		proxy.restore();
		await until(async () => (await failure(pool.query("SELECT 1"))) === "worked");
		const all = Array.from({ length: MAX }, () => db.transaction((tx) => tx.execute("SELECT pg_sleep(0.1)")));
		expect(await Promise.all(all)).toHaveLength(MAX);
		await until(() => pool.totalCount === pool.idleCount);
	});
});
