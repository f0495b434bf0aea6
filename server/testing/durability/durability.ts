import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { migrateDatabase } from "#server/platform/db/migrate.ts";
import { seedLinks } from "../app/seeded-links.ts";
import { startLedger } from "../load/ledger.ts";
import { createFaultProxy } from "../machine/fault-proxy.ts";
import { startKillableDatabase, startKillableService } from "../machine/kill-runner.ts";
import { MIGRATIONS } from "../machine/root.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const LINKS = 50;
const WHOLE_WITHIN_MS = 60_000;

type Plan = { port: number; connections: number; appKills: number; databaseKills: number; outageMs: number };

export type DurabilityResult = {
	sent: number;
	answered: number;
	counted: number;
	/** Links of which more was answered than counted, or more counted than sent. */
	wrongLinks: number;
	/** Links whose counter differs from their rows. */
	wrongCounters: number;
	/** Answers other than 302 while the database was away. */
	failedInOutage: number;
	/** From the database's return until it took new views again, in milliseconds. */
	wholeAfterMs: number;
	/** Views answered while the database was away. */
	backlog: number;
	/** From the database's return until the last of them was counted, while new views kept coming. */
	backlogCountedAfterMs: number;
	others: Record<string, number>;
};

/**
 * Kills the service and its database again and again under load, takes the database away for a while, and compares
 * what a client saw with what was counted: answered <= counted <= sent, for every link.
 */
export async function runDurability(plan: Plan, say: (line: string) => void = () => {}): Promise<DurabilityResult> {
	const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-durability-"));
	const spoolDir = path.join(dataDir, "view-spool");
	const database = await startKillableDatabase(dataDir);
	await migrateDatabase({ url: database.url(), folder: MIGRATIONS });
	const paths = await withClient(database.url(), (client) => seedLinks(client, LINKS));
	const proxy = await createFaultProxy(database.port());
	const throughProxy = new URL(database.url());
	throughProxy.port = String(proxy.port);
	const env = { DATABASE_URL: throughProxy.href, DATA_DIR: dataDir, PORT: String(plan.port), LOG_LEVEL: "fatal" };
	const app = await startKillableService(env);
	const ledger = startLedger({ port: plan.port, paths, connections: plan.connections, userAgent: CHROME });
	const failed = () => sum(Object.values(ledger.others()));
	const answered = () => sum([...ledger.entries().values()].map((entry) => entry.answered));

	for (let kill = 1; kill <= plan.appKills; kill++) {
		// Every third time the database is away, so that the spool is what must survive.
		if (kill % 3 === 0) proxy.cut();
		await delay(200 + Math.random() * 400);
		await app.kill(() => proxy.restore());
		say(`service killed ${kill} times, ${ledger.broken()} connections broken`);
	}
	for (let kill = 1; kill <= plan.databaseKills; kill++) {
		await delay(500 + Math.random() * 500);
		await database.kill();
		say(`database killed ${kill} times, answers other than 302: ${failed()}`);
	}
	await delay(1_000);
	const before = { failed: failed(), answered: answered() };
	proxy.cut();
	await delay(plan.outageMs);
	const failedInOutage = failed() - before.failed;
	const backlog = answered() - before.answered;
	const returned = Date.now();
	proxy.restore();
	await untilTaken(database.url(), new Date(returned));
	const wholeAfterMs = Date.now() - returned;
	await untilEmpty(spoolDir);
	const backlogCountedAfterMs = Date.now() - returned;
	say(`database away for ${plan.outageMs} ms; it took new views after ${wholeAfterMs} ms`);
	say(`${backlog} views had waited; the last was counted after ${backlogCountedAfterMs} ms`);

	await ledger.stop();
	await app.stop();
	const entries = [...ledger.entries()];
	const counts = await counted(database.url());
	const result = {
		sent: sum(entries.map(([, { sent }]) => sent)),
		answered: sum(entries.map(([, { answered }]) => answered)),
		counted: sum([...counts.values()].map(({ counter }) => counter)),
		wrongLinks: entries.filter(([path, { sent, answered }]) => {
			const counter = counts.get(path)?.counter ?? 0;
			return counter < answered || counter > sent;
		}).length,
		wrongCounters: [...counts.values()].filter(({ counter, rows }) => counter !== rows).length,
		failedInOutage,
		wholeAfterMs,
		backlog,
		backlogCountedAfterMs,
		others: ledger.others(),
	};
	await proxy.close();
	await database.stop();
	await rm(dataDir, { recursive: true, force: true });
	return result;
}

async function counted(url: string): Promise<Map<string, { counter: number; rows: number }>> {
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
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
}

/** Until a view that was answered after that moment is in the table. */
async function untilTaken(url: string, since: Date): Promise<void> {
	const deadline = Date.now() + WHOLE_WITHIN_MS;
	await withClient(url, async (client) => {
		const isTaken = async () => {
			const { rowCount } = await client.query("SELECT FROM views WHERE timestamp > $1 LIMIT 1", [since]);
			return rowCount === 1;
		};
		while (!(await isTaken())) {
			if (Date.now() > deadline) throw new Error("The database takes no views.");
			await delay(20);
		}
	});
}

async function untilEmpty(dir: string): Promise<void> {
	const deadline = Date.now() + WHOLE_WITHIN_MS;
	while ((await readdir(dir).catch(() => [])).length > 0) {
		if (Date.now() > deadline) throw new Error("The spool was not emptied.");
		await delay(20);
	}
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
