import os from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { REPORT_PATH } from "#shared/trust/trust-paths.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";
import { type Call, getRequest, startClients } from "./clients.ts";
import { createLatencies, type Latencies } from "./latencies.ts";

/**
 * `npm run report-flood`: 10,000 reports in a minute from 500 addresses, next to 200 visits a second, of the built service in
 * production mode with its limits on. Prints the visitors' p99 with the flood and without it, by turns within one run; the
 * times without it are measured twice, and how far they differ is how far the figures can be trusted. Ends with code 1 where the
 * flood makes the p99 of all rounds more than 1.2 times as long, or gets another answer than the form's own.
 * `-- --rounds 3 --seconds 20` changes how often and how long; the flood is as dense.
 */
const { values } = parseArgs({
	options: { rounds: { type: "string", default: "2" }, seconds: { type: "string", default: "60" } },
});
const ROUNDS = Number(values.rounds);
const MEASURED_MS = Number(values.seconds) * 1_000;
const REPORTS_PER_SECOND = 10_000 / 60;
const ADDRESSES = 500;
const LINKS = 200;
const VISITS_PER_SECOND = 200;
const MOST = 1.2;
const WARM_UP_MS = 8_000;
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
/** Stored, too many of an address or of all, and too many that wait for the database. */
const EXPECTED = ["303", "429", "503"];

const rig = await prepareDatabase({ links: LINKS, views: 0 });
const service = await startOnRig(rig, { NODE_ENV: "production", SANDBOX: "1", HOST: "127.0.0.1", TRUST_PROXY: "1" });
/** Every answer of the floods, by its status. */
const answers: Record<string, number> = {};
let sent = 0;

try {
	await visitors(delay(WARM_UP_MS));
	const all = { alone: createLatencies(), flood: createLatencies(), again: createLatencies() };
	const works = { alone: () => delay(MEASURED_MS), flood: reports, again: () => delay(MEASURED_MS) };
	for (let round = 0; round < ROUNDS; round += 1) {
		const p99: string[] = [];
		// What comes later is faster on some machines.
		const turns = ["alone", "flood", "again"] as const;
		for (const turn of round % 2 === 0 ? turns : turns.toReversed()) {
			const latencies = await visitors(works[turn](round));
			all[turn].addAll(latencies);
			p99.push(`${turn} ${latencies.percentile(0.99)} ms`);
		}
		process.stdout.write(`round ${round + 1}: p99 ${p99.join(", ")}; load ${os.loadavg()[0]?.toFixed(1)}\n`);
	}
	const { rows } = await rig.pool.query("SELECT count(*)::int AS stored FROM reports");
	process.stdout.write(
		`${sent} reports of ${ADDRESSES} addresses a round: ${JSON.stringify(answers)}, ${rows[0].stored} stored\n`,
	);
	const quiet = createLatencies();
	for (const each of [all.alone, all.again]) quiet.addAll(each);
	const [once, again, beside] = [all.alone, all.again, all.flood].map((each) => each.percentile(0.99));
	process.stdout.write(`All rounds: alone ${once} ms, and again ${again} ms: ${ratio(again, once)}\n`);
	const isOver = !(Number(ratio(beside, quiet.percentile(0.99))) <= MOST);
	process.stdout.write(
		`All rounds: ${beside} ms beside the flood, ${quiet.percentile(0.99)} ms without it: ${ratio(beside, quiet.percentile(0.99))}, limit ${MOST}: ${isOver ? "OVER" : "ok"}\n`,
	);
	const expected = ROUNDS * (MEASURED_MS / 1_000) * REPORTS_PER_SECOND;
	if (sent < 0.95 * expected) {
		throw new Error(`The machine is too busy to measure: ${sent} of ${Math.round(expected)} reports were sent.`);
	}
	const strange = Object.keys(answers).filter((status) => !EXPECTED.includes(status));
	if (strange.length > 0 || !answers["303"] || !(answers["429"] || answers["503"])) {
		throw new Error(`The flood got other answers than it should: ${JSON.stringify(answers)}`);
	}
	if (isOver) process.exitCode = 1;
} finally {
	await service.stop("SIGKILL");
	await rig.stop();
}

/** @returns what visitors waited until this work is done */
async function visitors(work: Promise<unknown>): Promise<Latencies> {
	let visits = 0;
	const clients = startClients({
		port: service.port,
		connections: 8,
		perSecond: VISITS_PER_SECOND,
		next(): Call {
			const link = 1 + (++visits % LINKS);
			const headers = { "User-Agent": CHROME, "X-Forwarded-For": `198.51.100.${visits % 250}` };
			return { name: "go", request: getRequest(`/go/bench/link${link}`, headers), status: 302 };
		},
	});
	await work;
	await clients.stop();
	const { latencies, wrong } = clients.tally("go");
	if (Object.keys(wrong).length > 0) throw new Error(`Wrong answers: ${JSON.stringify(wrong)}`);
	return latencies;
}

/** @param round each has addresses of its own: the limits of the last one's would still hold */
async function reports(round: number): Promise<void> {
	let made = 0;
	const flood = startClients({
		port: service.port,
		// Those that are refused are closed, and connect again.
		connections: 128,
		perSecond: REPORTS_PER_SECOND,
		next(): Call {
			const n = made++ % ADDRESSES;
			const body = new URLSearchParams({
				link: `bench/link${1 + ((made * 7) % LINKS)}`,
				...{ reason: "phishing", text: `It asked for my password, number ${made}.`, email: "" },
			}).toString();
			const headers = {
				"X-Forwarded-For": `10.${round}.${Math.floor(n / 250)}.${n % 250}`,
				"Content-Type": "application/x-www-form-urlencoded",
				"Content-Length": String(Buffer.byteLength(body)),
			};
			const request = getRequest(REPORT_PATH, headers).replace("GET ", "POST ") + body;
			return { name: "report", request, status: 303 };
		},
	});
	await delay(MEASURED_MS);
	await flood.stop();
	const tally = flood.tally("report");
	sent += tally.sent;
	for (const [status, count] of Object.entries({ ...tally.wrong, 303: tally.right })) {
		answers[status] = (answers[status] ?? 0) + count;
	}
}

function ratio(value = 0, base = 0): string {
	return (value / base).toFixed(2);
}
