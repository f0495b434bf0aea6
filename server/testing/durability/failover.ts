import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { DatabaseClient } from "#server/platform/db/database-client.ts";
import { migrateDatabase } from "#server/platform/db/migrate.ts";
import { seedLinks } from "../app/seeded-links.ts";
import { until } from "../app/until.ts";
import { startLedger } from "../load/ledger.ts";
import type { FailoverCluster } from "../machine/database-pair.ts";
import { freePort } from "../machine/free-port.ts";
import { startKillableService } from "../machine/kill-runner.ts";
import { MIGRATIONS } from "../machine/root.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const BACK_WITHIN_MS = 90_000;

type Plan = {
	cluster: FailoverCluster;
	dataDir: string;
	rounds: number;
	perSecond: number;
	links: number;
	/** Load before each kill, and after the new primary takes views. */
	loadMs: number;
};

export type FailoverRound = {
	/** Visits that were answered. */
	answered: number;
	/** Visits without a redirect. */
	failed: number;
	/** Answered views that the new primary lacks, and counted ones that nobody sent, or that have no row. */
	lost: number;
	twice: number;
	/** From the kill until the standby took writes, and until it had a view of after the kill. */
	promotedSeconds: number;
	backSeconds: number;
};

/**
 * Kills the primary under load and promotes its standby, again and again; each round compares what visitors were
 * answered with what the new primary counted, link by link.
 */
export async function runFailover(
	plan: Plan,
	say: (round: FailoverRound) => void = () => {},
): Promise<FailoverRound[]> {
	const { cluster, dataDir, perSecond } = plan;
	await migrateDatabase({ url: cluster.url, folder: MIGRATIONS });
	const paths = await withClient(cluster.url, (client) => seedLinks(client, plan.links));
	const port = await freePort();
	const env = { DATABASE_URL: cluster.url, DATA_DIR: path.join(dataDir, "service"), PORT: String(port) };
	const service = await startKillableService({ ...env, LOG_LEVEL: "fatal" });
	const rounds: FailoverRound[] = [];
	for (let round = 1; round <= plan.rounds; round++) {
		const before = await countsOf(cluster.url);
		const ledger = startLedger({ port, paths, connections: 16, userAgent: CHROME, perSecond });
		await delay(plan.loadMs);
		const killedAt = new Date();
		await cluster.failOver();
		const promotedAt = Date.now();
		await until(() => takesViews(cluster.url, killedAt), BACK_WITHIN_MS);
		const backAt = Date.now();
		await delay(plan.loadMs);
		await ledger.stop();
		await until(() => isEmpty(path.join(env.DATA_DIR, "view-spool")), BACK_WITHIN_MS);
		const after = await countsOf(cluster.url);
		const entries = [...ledger.entries()].map(([link, entry]) => ({
			...entry,
			counted: (after.get(link)?.counter ?? 0) - (before.get(link)?.counter ?? 0),
		}));
		const done = {
			answered: sum(entries.map(({ answered }) => answered)),
			failed: sum(Object.values(ledger.others())) + ledger.broken(),
			lost: sum(entries.map(({ answered, counted }) => Math.max(0, answered - counted))),
			twice:
				sum(entries.map(({ sent, counted }) => Math.max(0, counted - sent))) +
				sum([...after.values()].map(({ counter, rows }) => Math.abs(counter - rows))),
			promotedSeconds: (promotedAt - killedAt.getTime()) / 1_000,
			backSeconds: (backAt - killedAt.getTime()) / 1_000,
		};
		rounds.push(done);
		say(done);
		if (round < plan.rounds) await cluster.rejoin();
	}
	await service.stop();
	return rounds;
}

type Count = { counter: number; rows: number };

async function countsOf(url: string): Promise<Map<string, Count>> {
	return withClient(url, async (client) => {
		const { rows } = await client.query<{ slug: string; counter: string; rows: string }>(
			`SELECT link_slug AS slug, views_human AS counter, (SELECT count(*) FROM views WHERE link_id = links.id) AS rows
			FROM links`,
		);
		return new Map(
			rows.map(({ slug, counter, rows: all }) => [`/go/ada/${slug}`, { counter: Number(counter), rows: Number(all) }]),
		);
	});
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5_000 });
	client.on("error", () => {});
	try {
		await client.connect();
		return await work(client);
	} finally {
		client.end().catch(() => {});
	}
}

/** Whether a view that was answered after that moment is in the table. */
async function takesViews(url: string, since: Date): Promise<boolean> {
	return withClient(url, async (client) => {
		const { rowCount } = await client.query("SELECT FROM views WHERE timestamp > $1 LIMIT 1", [since]);
		return rowCount === 1;
	}).catch(() => false);
}

async function isEmpty(folder: string): Promise<boolean> {
	return (await readdir(folder).catch(() => [])).length === 0;
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
