import { mkdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { ask, startReady, startService } from "../machine/built-service.ts";
import { cpuSecondsOf, cpuSecondsOfChildren, parentOf } from "../machine/cpu-time.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { browserUserAgents, previewUserAgents } from "./user-agents.ts";

const BARE_PORT = 4490;
const APP_PORT = 4491;
const BEFORE_PORT = 4492;
/** Marks the cases of the other checkout. */
const BEFORE = ", before";
const LINKS_ASKED = 1_000;
const REQUESTS = 5_000;
const WARM_UP_MS = 8_000;

type Case = { name: string; port: number; requests: string[]; status: string; isCounted: boolean };
type Row = {
	case: string;
	connections: number;
	perSecond: number;
	p50: number;
	p99: number;
	/** Microseconds of CPU per answer, which other work on the machine hardly changes. */
	serverCpu: number;
	databaseCpu: number;
	ratio: number;
	/** Of all rounds, in order of size. */
	ratios?: number[];
	/** Answers a second here by answers a second there, of the same round; on the rows of the other checkout. */
	toBefore?: number;
	checked: string;
};

const { values: options } = parseArgs({
	options: {
		links: { type: "string", default: "1000" },
		views: { type: "string", default: "0" },
		/** Of each measurement. */
		seconds: { type: "string", default: "6" },
		rounds: { type: "string", default: "3" },
		connections: { type: "string", default: "32,128" },
		/** Which cases; the bare server is always among them. */
		only: { type: "string", default: "abcd" },
		/** Another checkout that has been built: the same cases against it, turn by turn, and how much faster this one is. */
		before: { type: "string" },
		json: { type: "string" },
	},
});

await bench();

/**
 * Measures `/go` against bare `node:http`, all in one run, and checks that every view answered is a view counted.
 * Everything is run once before, as in a service that has been up for a minute. Then the cases take turns, for other
 * programs on the machine come and go; of each case the round with the median ratio is told.
 */
async function bench(): Promise<void> {
	const now = await startSubject(APP_PORT);
	const before = options.before ? await startSubject(BEFORE_PORT, path.resolve(options.before)) : null;
	const bare = await startReady("server/testing/load/bare.ts", { args: [String(BARE_PORT)] });
	const subjectOf = ({ port }: Case) => (port === BEFORE_PORT && before ? before : now);
	const cpu = (each: Case) => ({
		server: cpuSecondsOf((each.port === BARE_PORT ? bare : subjectOf(each).app).process.pid ?? 0),
		database: cpuSecondsOfChildren(subjectOf(each).postmaster),
	});

	async function run(each: Case, connections: number, measureMs: number): Promise<Omit<Row, "ratio">> {
		const { pool } = subjectOf(each).database;
		const countedBefore = await counted(pool);
		const cpuBefore = cpu(each);
		const load = await measure(each, connections, measureMs);
		const cpuAfter = cpu(each);
		const checked = check(each, load, (await counted(pool)) - countedBefore);
		const all = Object.values(load.answered).reduce((sum, count) => sum + count, 0);
		return {
			case: each.name,
			connections,
			...rounded(load),
			serverCpu: Math.round(((cpuAfter.server - cpuBefore.server) * 1e6) / all),
			databaseCpu: Math.round(((cpuAfter.database - cpuBefore.database) * 1e6) / all),
			checked,
		};
	}

	const rows: Row[] = [];
	const all = cases();
	const connections = options.connections.split(",").map(Number);
	try {
		for (const each of all) await run(each, Math.max(...connections), WARM_UP_MS);
		for (const many of connections) {
			const rounds: Row[][] = [];
			while (rounds.length < Number(options.rounds)) {
				const round: Row[] = [];
				for (const each of all) {
					const row = await run(each, many, Number(options.seconds) * 1_000);
					const base = round[0] ?? row;
					const same = round.find(({ case: name }) => each.name === `${name}${BEFORE}`);
					const faster = same && { toBefore: ratio(same, row) };
					round.push({ ...row, ratio: ratio(row, base), ...faster });
				}
				rounds.push(round);
			}
			for (const n of all.keys()) rows.push(median(rounds.flatMap((round) => round[n] ?? [])));
		}
	} finally {
		await bare.stop();
		for (const subject of [now, before]) {
			await subject?.app.stop();
			await subject?.database.stop();
		}
	}
	await report(rows);
}

/** A service on a database of its own. */
async function startSubject(port: number, checkout?: string) {
	const { links, views } = options;
	const wanted = { links: Number(links), views: Number(views), ...(checkout && { checkout }) };
	const database = await prepareDatabase(wanted);
	const env = { DATABASE_URL: database.databaseUrl, DATA_DIR: database.dataDir, PORT: String(port) };
	return { database, app: await startService(env, checkout), postmaster: await postmasterOf(database.pool) };
}

function ratio(one: { perSecond: number }, other: { perSecond: number }): number {
	return Number((one.perSecond / other.perSecond).toFixed(3));
}

/** By ratio; of the bare server, whose ratio is always 1, by answers. */
function median(rows: Row[]): Row {
	const measure = (row: Row) => row.toBefore ?? row.ratio;
	const sorted = rows.toSorted((a, b) => measure(a) - measure(b) || a.perSecond - b.perSecond);
	const ratios = sorted.map(measure);
	return { ...(sorted[Math.floor(sorted.length / 2)] as Row), ratios };
}

function cases(): Case[] {
	const people = browserUserAgents(2_000);
	const fetchers = previewUserAgents();
	const known = (n: number) => `/go/bench/link${1 + (n % LINKS_ASKED)}`;
	const unknown = (n: number) => `/go/bench/none${n % LINKS_ASKED}`;
	const all: Case[] = [
		{
			name: "a bare node:http 302",
			port: BARE_PORT,
			requests: requests(known, people),
			status: "302",
			isCounted: false,
		},
		{ name: "b /go for people", port: APP_PORT, requests: requests(known, people), status: "302", isCounted: true },
		{ name: "c /go for crawlers", port: APP_PORT, requests: requests(known, fetchers), status: "200", isCounted: true },
		{
			name: "d /go unknown slugs",
			port: APP_PORT,
			requests: requests(unknown, people),
			status: "404",
			isCounted: false,
		},
	];
	return all
		.filter(({ name, port }) => port === BARE_PORT || options.only.includes(name.charAt(0)))
		.flatMap((each) =>
			options.before && each.port === APP_PORT
				? [each, { ...each, name: `${each.name}${BEFORE}`, port: BEFORE_PORT }]
				: [each],
		);
}

function requests(path: (n: number) => string, userAgents: string[]): string[] {
	return Array.from({ length: REQUESTS }, (_, n) => {
		// A step that shares no factor with the number of links: each link meets many user agents.
		const userAgent = userAgents[(n * 7) % userAgents.length];
		return `GET ${path(n)} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\n\r\n`;
	});
}

function measure({ port, requests }: Case, connections: number, measureMs: number): Promise<LoadResult> {
	const order: LoadOrder = { port, connections, requests, warmUpMs: 2_000, measureMs };
	return ask("server/testing/load/load.ts", order);
}

/** Rows and counters must agree at any moment, and with what was answered. */
async function counted(pool: pg.Pool): Promise<number> {
	const { rows } = await pool.query<{ counters: string }>("SELECT sum(views_human + views_bot) AS counters FROM links");
	return Number(rows[0]?.counters ?? 0);
}

async function postmasterOf(pool: pg.Pool): Promise<number> {
	const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
	return parentOf(rows[0]?.pid ?? 0);
}

function check({ status, isCounted }: Case, { answered }: LoadResult, views: number): string {
	const answers = answered[status] ?? 0;
	const others = Object.keys(answered).filter((other) => other !== status);
	if (others.length > 0) throw new Error(`Unexpected answers: ${JSON.stringify(answered)}`);
	if (views !== (isCounted ? answers : 0)) throw new Error(`${answers} answered, but ${views} counted`);
	return isCounted ? `${answers} answered = counted` : `${answers} answered, 0 counted`;
}

function rounded({ perSecond, p50, p99 }: LoadResult) {
	return { perSecond: Math.round(perSecond), p50: Number(p50.toFixed(2)), p99: Number(p99.toFixed(2)) };
}

async function report(rows: Row[]): Promise<void> {
	const machine = `${os.cpus().length} x ${os.cpus()[0]?.model}, Node ${process.version}`;
	const text = [
		`Machine: ${machine}; links: ${options.links}, older views: ${options.views}, load average before the end: ${os.loadavg()[0]?.toFixed(2)}`,
		"| | connections | req/s | p50 ms | p99 ms | CPU µs server | CPU µs database | ratio to a | to before | of all rounds | checked |",
		"|---|---:|---:|---:|---:|---:|---:|---:|---:|---|---|",
		...rows.map(
			(row) =>
				`| ${row.case} | ${row.connections} | ${row.perSecond} | ${row.p50} | ${row.p99} | ${row.serverCpu} | ${row.databaseCpu} | ${row.ratio} | ${row.toBefore ?? ""} | ${row.ratios?.join(", ")} | ${row.checked} |`,
		),
	].join("\n");
	process.stdout.write(`${text}\n\n${JSON.stringify({ machine, options, rows })}\n`);
	if (options.json) {
		await mkdir(".data", { recursive: true });
		await writeFile(options.json, JSON.stringify({ machine, options, rows }, null, "\t"));
	}
}
