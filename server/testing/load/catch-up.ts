import { spawnSync } from "node:child_process";
import { mkdir, readdir, rename } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { insertViews } from "#server/views/insert-views.ts";
import { newViewId } from "#server/views/view-id.ts";
import { createViewSpool } from "#server/views/view-spool.ts";
import { countedView } from "../app/counted-view.ts";
import { startService } from "../machine/built-service.ts";
import { createFaultProxy } from "../machine/fault-proxy.ts";
import { freePort } from "../machine/free-port.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startClients } from "./clients.ts";
import { createLatencies } from "./latencies.ts";
import { browserUserAgents } from "./user-agents.ts";
import { variedVisits } from "./visits.ts";

/**
 * `npm run catch-up`: how long visitors wait while the service replays a spool after an outage of the database, and while
 * it aggregates one large transaction. Prints each phase's latencies; ends with code 1 where a visit got a wrong answer or
 * fewer views were counted than were sent.
 */
const { values: options } = parseArgs({
	options: {
		spool: { type: "string", default: "50000" },
		/** Rows of the one transaction. */
		transaction: { type: "string", default: "300000" },
		links: { type: "string", default: "200" },
		/** Visits a second. */
		rate: { type: "string", default: "200" },
		/** Another checkout that has been built, to compare with. */
		checkout: { type: "string" },
	},
});
const CONNECTIONS = 16;
const QUIET_MS = 15_000;
const ROWS_AT_ONCE = 5_000;
const LIMIT_MS = 15 * 60_000;

const links = Number(options.links);
const { checkout } = options;
const rig = await prepareDatabase({ links, views: 0, ...(checkout && { checkout }) });
const proxy = await createFaultProxy(Number(new URL(rig.databaseUrl).port));
const through = new URL(rig.databaseUrl);
through.port = String(proxy.port);
const dataDir = path.join(rig.dataDir, "service");
const spoolDir = path.join(dataDir, "view-spool");
const port = await freePort();
const env = { DATABASE_URL: through.href, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "fatal", TRUST_PROXY: "1" };
const service = await startService(env, checkout);
const paths = Array.from({ length: links }, (_, n) => `/go/bench/link${n + 1}`);
const agents = browserUserAgents(500);
let isSound = true;
try {
	await measure("quiet", () => delay(QUIET_MS));
	await replay(Number(options.spool));
	await aggregate(Number(options.transaction));
} finally {
	await service.stop();
	await proxy.close();
	await rig.stop();
}
process.exitCode = isSound ? 0 : 1;

/** The database is out of reach while a dead process's segment appears; then both are there. */
async function replay(count: number): Promise<void> {
	proxy.cut();
	await measure("database away", () => delay(2_000));
	await leaveSegment(count);
	const before = await rowsCounted();
	proxy.restore();
	await measure(`replay of ${count} views`, async () => {
		await untilTrue(async () => (await readdir(spoolDir)).length === 0);
	});
	const added = (await rowsCounted()) - before;
	if (added < count) isSound = false;
	say(`  ${added} rows were added meanwhile`);
	await measure("their aggregation", untilAggregated);
}

async function aggregate(count: number): Promise<void> {
	if (count === 0) return;
	const client = await rig.pool.connect();
	await client.query("BEGIN");
	for (let n = 0; n < count; n += ROWS_AT_ONCE) await insertViews(client as never, someViews(ROWS_AT_ONCE));
	const begun = performance.now();
	await client.query("COMMIT");
	client.release();
	await measure(`aggregation of one transaction of ${count} rows`, untilAggregated);
	say(`  ${Math.round(count / ((performance.now() - begun) / 1_000))} rows a second, with its rests`);
}

async function untilAggregated(): Promise<void> {
	await untilTrue(async () => {
		const { rows } = await rig.pool.query<{ missing: number }>(
			`SELECT (SELECT sum(views_human + views_bot) FROM links)
				- (SELECT coalesce(sum(human + bot), 0) FROM link_days) AS missing`,
		);
		// Visitors go on, and what they added within the last seconds may wait.
		return Number(rows[0]?.missing) < Number(options.rate) * 12;
	});
}

async function rowsCounted(): Promise<number> {
	const { rows } = await rig.pool.query<{ n: string }>("SELECT count(*) AS n FROM views");
	return Number(rows[0]?.n);
}

/** Leaves a spool segment of a process that no longer runs. */
async function leaveSegment(count: number): Promise<void> {
	const own = path.join(rig.dataDir, "left");
	await mkdir(own);
	const spool = createViewSpool({ dir: own });
	for (let n = 0; n < count; n += ROWS_AT_ONCE) await spool.append(someViews(Math.min(ROWS_AT_ONCE, count - n)));
	await spool.close();
	const dead = spawnSync(process.execPath, ["--version"]).pid;
	for (const name of await readdir(own)) {
		const ofDead = name.replace(`~${process.pid}~`, `~${dead}~`);
		await rename(path.join(own, name), path.join(spoolDir, ofDead));
	}
}

function someViews(count: number) {
	const below = (end: number) => Math.floor(Math.random() * end);
	return Array.from({ length: count }, () => {
		const at = Date.now();
		const isBot = below(4) === 0;
		return countedView({
			...{ id: newViewId(at), at, userId: "bench", linkId: 1 + below(links), isBot, kind: isBot ? "preview" : "human" },
			attribution: isBot ? "whatsapp" : (["", "letter", "x"][below(3)] ?? ""),
			userAgent: agents[below(agents.length)] ?? "",
			...{ ip: `2.${below(40)}.7.0`, visitor: isBot ? null : String(below(100_000)) },
		});
	});
}

/** Visits while the work lasts, and how long they took. */
async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
	const perSecond = Number(options.rate);
	const clients = startClients({ port, connections: CONNECTIONS, perSecond, next: variedVisits(paths) });
	const begun = performance.now();
	await work();
	const seconds = (performance.now() - begun) / 1_000;
	await clients.stop();
	const all = createLatencies();
	const wrong: Record<string, number> = {};
	for (const name of paths) {
		const tally = clients.tally(name);
		all.addAll(tally.latencies);
		for (const [status, n] of Object.entries(tally.wrong)) wrong[status] = (wrong[status] ?? 0) + n;
	}
	if (Object.keys(wrong).length > 0) isSound = false;
	const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => `${all.percentile(share)}`);
	const answers = `${all.count()} visits in ${seconds.toFixed(1)} s: p50 ${p50}, p99 ${p99}, longest ${longest} ms`;
	say(`${what}: ${answers}${Object.keys(wrong).length > 0 ? `, wrong: ${JSON.stringify(wrong)}` : ""}`);
}

async function untilTrue(isTrue: () => Promise<boolean>): Promise<void> {
	const deadline = performance.now() + LIMIT_MS;
	while (!(await isTrue())) {
		if (performance.now() > deadline) throw new Error("This took too long.");
		await delay(50);
	}
}

function say(line: string): void {
	process.stdout.write(`${line} (load ${os.loadavg()[0]?.toFixed(1)})\n`);
}
