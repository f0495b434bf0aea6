import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type pg from "pg";
import { insertViews } from "#server/views/insert-views.ts";
import { newViewId } from "#server/views/view-id.ts";
import { countedView } from "../app/counted-view.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";
import { startClients } from "./clients.ts";
import { browserUserAgents } from "./user-agents.ts";
import { variedVisits } from "./visits.ts";

/**
 * `npm run fold-lag`: how far charts are behind. First visits come evenly; then rows are put in next to the service, as
 * `/go` writes them, faster than they can be folded. Prints the age of the oldest row that no chart shows yet; ends with
 * code 1 where it is more than 60 seconds at first, 10 minutes after the burst, or where a visit was not answered rightly.
 */
const { values: options } = parseArgs({
	options: {
		links: { type: "string", default: "1000" },
		rate: { type: "string", default: "1000" },
		seconds: { type: "string", default: "120" },
		"burst-rate": { type: "string", default: "20000" },
		"burst-seconds": { type: "string", default: "30" },
	},
});
const STEADY_LIMIT_S = 60;
const BURST_LIMIT_S = 600;
/** A batch of the burst. */
const ROWS_AT_ONCE = 500;
const WRITERS = 4;
const CONNECTIONS = 32;

const links = Number(options.links);
const rig = await prepareDatabase({ links, views: 0 });
const service = await startOnRig(rig, { LOG_LEVEL: "warn", TRUST_PROXY: "1" });
try {
	await steady();
	await burst();
} finally {
	await service.stop();
	await rig.stop();
}

async function steady(): Promise<void> {
	const paths = Array.from({ length: links }, (_, n) => `/go/bench/link${n + 1}`);
	const clients = startClients({
		...{ port: service.port, connections: CONNECTIONS, perSecond: Number(options.rate), next: variedVisits(paths) },
	});
	const begun = performance.now();
	const worst = await watch(() => performance.now() - begun > Number(options.seconds) * 1_000);
	const seconds = (performance.now() - begun) / 1_000;
	await clients.stop();
	const answered = paths.reduce((sum, name) => sum + clients.tally(name).latencies.count(), 0);
	const wrong = paths.filter((name) => Object.keys(clients.tally(name).wrong).length > 0).length;
	say(`${Math.round(answered / seconds)} views a second for ${Math.round(seconds)} s, ${wrong} links answered wrongly`);
	judge("oldest row that was not folded", worst, STEADY_LIMIT_S);
	if (wrong > 0 || answered === 0) process.exitCode = 1;
}

async function burst(): Promise<void> {
	await watch(async () => (await oldest(rig.pool)) === 0);
	const wanted = Number(options["burst-rate"]) * Number(options["burst-seconds"]);
	const begun = performance.now();
	let written = 0;
	const agents = browserUserAgents(500);
	const write = async () => {
		while (written < wanted) {
			const dueMs = (written / Number(options["burst-rate"])) * 1_000 - (performance.now() - begun);
			if (dueMs > 0) await delay(dueMs);
			written += ROWS_AT_ONCE;
			await insertViews(rig.pool, rowsOf(agents));
		}
		return performance.now();
	};
	const writing = Promise.all(Array.from({ length: WRITERS }, write));
	let ended = Number.POSITIVE_INFINITY;
	void writing.then((at) => {
		ended = Math.max(...at);
	});
	const worst = await watch(async () => Number.isFinite(ended) && (await oldest(rig.pool)) === 0);
	const seconds = (ended - begun) / 1_000;
	say(`burst: ${written} rows in ${seconds.toFixed(0)} s, ${Math.round(written / seconds)} a second`);
	say(`all folded ${((performance.now() - ended) / 1_000).toFixed(0)} s after its end`);
	judge("oldest row that was not folded", worst, BURST_LIMIT_S);
}

function rowsOf(agents: string[]) {
	const below = (end: number) => Math.floor(Math.random() * end);
	return Array.from({ length: ROWS_AT_ONCE }, () => {
		const at = Date.now();
		const isBot = below(4) === 0;
		return countedView({
			...{ id: newViewId(at), at, userId: "bench", linkId: 1 + below(links), isBot, kind: isBot ? "preview" : "human" },
			...{
				attribution: isBot ? "whatsapp" : (["", "letter", "x"][below(3)] ?? ""),
				userAgent: agents[below(500)] ?? "",
			},
			...{ ip: `2.${below(40)}.7.0`, visitor: isBot ? null : String(below(100_000)) },
		});
	});
}

/** Until it is over: the greatest age, in seconds, of a row that was not folded. */
async function watch(isOver: () => boolean | Promise<boolean>): Promise<number> {
	let worst = 0;
	let told = performance.now();
	while (!(await isOver())) {
		const age = await oldest(rig.pool);
		worst = Math.max(worst, age);
		if (performance.now() - told > 15_000) {
			told = performance.now();
			say(`  now ${age.toFixed(1)} s`);
		}
		await delay(500);
	}
	return worst;
}

/** Age in seconds of the oldest row that is not folded; 0 where there is none. */
async function oldest(pool: pg.Pool): Promise<number> {
	const client = await pool.connect();
	try {
		await client.query("BEGIN; SET LOCAL enable_seqscan = off");
		const { rows } = await client.query<{ age: number | null }>(
			`SELECT extract(epoch FROM now() - min(timestamp))::float8 AS age FROM views
			WHERE tx >= (SELECT coalesce(part_tx, next_tx) FROM fold_state)`,
		);
		await client.query("COMMIT");
		return rows[0]?.age ?? 0;
	} finally {
		client.release();
	}
}

function judge(what: string, seconds: number, limit: number): void {
	const verdict = seconds <= limit ? "ok" : "OVER";
	say(`${what}: at most ${seconds.toFixed(1)} s old, limit ${limit} s: ${verdict}`);
	if (verdict === "OVER") process.exitCode = 1;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
