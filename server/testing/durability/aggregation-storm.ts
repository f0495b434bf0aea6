import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { migrateDatabase } from "#server/platform/db/migrate.ts";
import type { CountedView } from "#server/public/views/counted-view.ts";
import { insertViews } from "#server/public/views/insert-views.ts";
import { newViewId } from "#server/public/views/view-id.ts";
import { aggregateDifferences, valueDifferences } from "../analytics/aggregate-truth.ts";
import { countedView } from "../app/counted-view.ts";
import { seedLinks } from "../app/seeded-links.ts";
import { until } from "../app/until.ts";
import { type Clients, startClients } from "../load/clients.ts";
import { variedVisits } from "../load/visits.ts";
import { createFaultProxy } from "../machine/fault-proxy.ts";
import { freePort } from "../machine/free-port.ts";
import { startKillableDatabase, startKillableService } from "../machine/kill-runner.ts";
import { MIGRATIONS } from "../machine/root.ts";

/** Views a second of each process: more, and folding would wait for visitors. */
type Plan = {
	kills: number;
	databaseKills: number;
	links: number;
	perSecond: number;
	/** Rows that one transaction writes before every tenth kill of a process. */
	transaction: number;
};

/** Of one process's kills, how many came while it held an open transaction that folds. */
export type AggregationStormResult = {
	kills: number;
	killsInAggregation: number;
	databaseKills: number;
	databaseKillsInAggregation: number;
	sent: number;
	/** Other answers: 503 for links that a fresh process had not read when the database went away. */
	others: Record<string, number>;
	answered: number;
	counted: number;
	aggregated: number;
	/** Links of which more was answered than counted, or more counted than sent. */
	wrongLinks: number;
	/** Links whose counter differs from their rows. */
	wrongCounters: number;
	/** Days of links and accounts, with their quarters, values and visitors, that are not those of the rows. */
	differences: string[];
	/** Days of links and accounts that were compared. */
	compared: number;
	/** From the end of the load until all was folded, in seconds. */
	caughtUpAfter: number;
};

const NAMES = ["one", "two"];
const CONNECTIONS = 8;
/** How long a kill waits for a fold to be under way. */
const AIM_MS = 3_000;
const CAUGHT_UP_MS = 10 * 60_000;

/**
 * Two processes fold what clients ask of both, while one or the other is killed, every third time with the database out
 * of its reach, so that its spool has to be replayed; then PostgreSQL is killed. Kills are aimed at open folds.
 */
export async function runAggregationStorm(
	plan: Plan,
	say: (line: string) => void = () => {},
): Promise<AggregationStormResult> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-folds-"));
	const database = await startKillableDatabase(dataDir);
	await migrateDatabase({ url: database.url(), folder: MIGRATIONS });
	const pool = new pg.Pool({ connectionString: database.url(), max: 2 });
	pool.on("error", () => {});
	pool.on("connect", (client) => client.on("error", () => {}));
	const paths = await seedLinks(pool, plan.links);
	const services = await Promise.all(NAMES.map((name) => startOne(name, dataDir, database.url())));
	const nextCall = variedVisits(paths);
	const clients = services.map(({ port }) =>
		startClients({ port, connections: CONNECTIONS, perSecond: plan.perSecond, next: nextCall }),
	);

	let killsInAggregation = 0;
	let transactions = 0;
	for (let kill = 1; kill <= plan.kills; kill++) {
		if (plan.transaction > 0 && kill % 10 === 1) {
			await insertViews(pool, await viewsOfAll(pool, plan.transaction));
			transactions += 1;
		}
		await delay(Math.random() * 500);
		const found = await aggregating(pool);
		const { app, proxy } = services.find(({ name }) => name === found) ?? services[kill % 2] ?? never();
		if (found) killsInAggregation += 1;
		if (kill % 3 === 0) {
			proxy.cut();
			await delay(300);
		}
		await app.kill(() => proxy.restore());
		if (kill % 10 === 0) say(`service killed ${kill} times, ${killsInAggregation} of them in the middle of a fold`);
	}
	let databaseKillsInAggregation = 0;
	for (let kill = 1; kill <= plan.databaseKills; kill++) {
		await delay(Math.random() * 500);
		if (await aggregating(pool)) databaseKillsInAggregation += 1;
		await database.kill();
		if (kill % 5 === 0)
			say(`database killed ${kill} times, ${databaseKillsInAggregation} of them in the middle of a fold`);
	}
	await Promise.all(clients.map((each) => each.stop()));
	const loadEnded = Date.now();
	for (const { spool } of services)
		await until(async () => (await readdir(spool).catch(() => [])).length === 0, CAUGHT_UP_MS);
	say(`spools empty ${(Date.now() - loadEnded) / 1_000} s after the load`);
	await until(async () => {
		await delay(500);
		const { rows } = await pool.query(
			"SELECT (SELECT count(*) FROM views) = (SELECT coalesce(sum(human + bot), 0) FROM link_days) AS done",
		);
		return rows[0].done;
	}, CAUGHT_UP_MS).catch(() => say("folds never came to the number of rows"));
	const caughtUpAfter = (Date.now() - loadEnded) / 1_000;
	await Promise.all(services.map(({ app }) => app.stop()));
	const result = {
		kills: plan.kills,
		killsInAggregation,
		databaseKills: plan.databaseKills,
		databaseKillsInAggregation,
		...(await compare(pool, paths, clients, (transactions * plan.transaction) / plan.links)),
		caughtUpAfter,
	};
	await pool.end();
	await Promise.all(services.map(({ proxy }) => proxy.close()));
	await database.stop();
	await rm(dataDir, { recursive: true, force: true });
	return result;
}

async function startOne(name: string, dataDir: string, databaseUrl: string) {
	const proxy = await createFaultProxy(Number(new URL(databaseUrl).port));
	const url = new URL(databaseUrl);
	url.port = String(proxy.port);
	url.searchParams.set("application_name", name);
	const port = await freePort();
	const own = path.join(dataDir, name);
	const app = await startKillableService({
		DATABASE_URL: url.href,
		DATA_DIR: own,
		PORT: String(port),
		LOG_LEVEL: "fatal",
		TRUST_PROXY: "1",
	});
	return { name, app, proxy, port, spool: path.join(own, "view-spool") };
}

/** Which process holds an open transaction that folds; null where none does for a while. */
async function aggregating(pool: pg.Pool): Promise<string | null> {
	const deadline = Date.now() + AIM_MS;
	while (Date.now() < deadline) {
		const { rows } = await pool
			.query<{ name: string }>(
				`SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
				WHERE relation = 'fold_state'::regclass AND mode IN ('RowShareLock', 'RowExclusiveLock')`,
			)
			.catch(() => ({ rows: [] }));
		if (rows[0]) return rows[0].name;
		await delay(2);
	}
	return null;
}

/** As many views of each link, at this moment, written next to the services. */
async function viewsOfAll(pool: pg.Pool, count: number): Promise<CountedView[]> {
	const { rows } = await pool.query<{ linkId: number; userId: string }>(
		'SELECT id AS "linkId", user_id AS "userId" FROM links',
	);
	const at = Date.now();
	return Array.from({ length: count }, (_, n) =>
		countedView({ ...rows[n % rows.length], id: newViewId(at), at, attribution: "bulk", visitor: String(n % 5_000) }),
	);
}

/** @param beside views of each link that were written next to the services */
async function compare(pool: pg.Pool, paths: string[], clients: Clients[], beside: number) {
	const { rows } = await pool.query<{ slug: string; counter: string; rows: string }>(
		`SELECT link_slug AS slug, views_human + views_bot AS counter, coalesce(n, 0) AS rows
		FROM links LEFT JOIN (SELECT link_id, count(*) AS n FROM views GROUP BY 1) AS raw ON link_id = id`,
	);
	const counts = new Map(rows.map((row) => [`/go/ada/${row.slug}`, Number(row.counter)]));
	const entries = paths.map((name) => {
		const tallies = clients.map((each) => each.tally(name));
		const sum = (of: "sent" | "right") => tallies.reduce((total, tally) => total + tally[of], beside);
		return { counted: counts.get(name) ?? 0, sent: sum("sent"), answered: sum("right") };
	});
	const all = (of: "sent" | "answered" | "counted") => entries.reduce((total, entry) => total + entry[of], 0);
	const { rows: aggregated } = await pool.query<{ days: string; views: string }>(
		`SELECT count(*) + (SELECT count(*) FROM user_days) AS days, coalesce(sum(human + bot), 0) AS views FROM link_days`,
	);
	return {
		sent: all("sent"),
		answered: all("answered"),
		others: othersOf(paths, clients),
		counted: all("counted"),
		aggregated: Number(aggregated[0]?.views),
		wrongLinks: entries.filter(({ counted, sent, answered }) => counted < answered || counted > sent).length,
		wrongCounters: rows.filter(({ counter, rows: raw }) => counter !== raw).length,
		differences: [...(await aggregateDifferences(pool)), ...(await valueDifferences(pool, "2000-01-01"))],
		compared: Number(aggregated[0]?.days),
	};
}

function othersOf(paths: string[], clients: Clients[]): Record<string, number> {
	const sums: Record<string, number> = {};
	for (const { wrong } of clients.flatMap((each) => paths.map(each.tally)))
		for (const [status, count] of Object.entries(wrong)) sums[status] = (sums[status] ?? 0) + count;
	return sums;
}

function never(): never {
	throw new Error("There is none.");
}
