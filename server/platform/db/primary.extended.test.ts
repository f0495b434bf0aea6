import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createReplicaLag } from "#server/analytics/replica-lag.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { until } from "../../testing/app/until.ts";
import { type DatabasePair, startDatabasePair } from "../../testing/machine/database-pair.ts";
import { createFaultProxy } from "../../testing/machine/fault-proxy.ts";
import { openPool, openPublicPool } from "./connect.ts";
import { createFreshReads, type Reads } from "./fresh-reads.ts";
import { inTransaction } from "./transaction.ts";

const log = createLog({ logLevel: "silent" });
let dataDir: string;
let pair: DatabasePair;
const pools: pg.Pool[] = [];
beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-primary-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
	pair = await startDatabasePair(dataDir);
}, 60_000);
afterAll(async () => {
	await Promise.all(pools.map((pool) => pool.end()));
	await pair?.stop();
	await rm(dataDir, { recursive: true, force: true });
});

function open(url: string): pg.Pool {
	const pool = openPool({ url, log });
	pools.push(pool);
	return pool;
}

async function portOf(pool: Reads): Promise<string> {
	const { rows } = await pool.query<{ port: number }>({ text: "SELECT inet_server_port() AS port" });
	return String(rows[0]?.port);
}

it("tells a late standby and reads around it, drops a connection that can't write, and leaves a silent primary for the promoted one (P690 to P692)", async () => {
	const [primary, standby] = [open(pair.primaryUrl()), open(pair.standbyUrl())];
	const ports = [pair.primaryUrl(), pair.standbyUrl()].map((url) => new URL(url).port);
	const lag = createReplicaLag({ pool: primary, replica: standby, lateMs: 20 });
	lag.start();
	await primary.query("CREATE TABLE IF NOT EXISTS seen (id int)");
	await until(async () => (await standby.query("SELECT pg_last_xact_replay_timestamp() AS at")).rows[0].at !== null);
	await standby.query("SELECT pg_wal_replay_pause()");
	await primary.query("INSERT INTO seen VALUES (1)");
	await until(() => lag.asOf() !== null);
	const fresh = createFreshReads({ pool: primary, replica: standby });
	expect(await portOf(await fresh())).toBe(ports[0]);
	await standby.query("SELECT pg_wal_replay_resume()");
	await until(() => lag.asOf() === null);
	const reads = await fresh();
	expect(await portOf(reads)).toBe(ports[1]);
	// A question that only the main database can answer: the rest goes there too.
	await reads.query({ text: "INSERT INTO seen VALUES (2)" });
	expect(await portOf(reads)).toBe(ports[0]);
	await lag.stop();

	const dropped = once(standby, "remove");
	await expect(inTransaction(standby, (client) => client.query("DELETE FROM seen"))).rejects.toMatchObject({
		code: "25006",
	});
	await dropped;

	const silenced = await createFaultProxy(Number(ports[0]));
	const url = `postgres://visualink@127.0.0.1:${silenced.port},127.0.0.1:${ports[1]}/visualink`;
	const api = open(url);
	const visits = openPublicPool({ url, log });
	pools.push(visits);
	expect([await portOf(api), await portOf(visits)]).toEqual([ports[0], ports[0]]);
	silenced.freeze();
	await pair.promote();
	await until(async () => (await portOf(api).catch(() => "")) === ports[1]);
	expect(await portOf(visits)).toBe(ports[1]);

	// It comes back without knowing of the promotion, first in the list.
	silenced.restore();
	expect(await portOf(open(`${url}?application_name=east`))).toBe(ports[1]);
	await silenced.close();
});
