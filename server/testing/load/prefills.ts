import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { API } from "#shared/api-paths.ts";
import { link } from "#shared/links/link.ts";
import { type Child, startReady, startService } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import type { Order } from "./askers.ts";
import { type Clients, startClients } from "./clients.ts";
import { createLatencies, type Latencies } from "./latencies.ts";

const AT_ONCE = 50;
const VIEWS_PER_SECOND = 200;
/** Times as long as next to other requests, and as alone: the latter is some milliseconds, and differs from run to run. */
const MOST = { others: 1.2, none: 3 };
const ROUNDS = 7;
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/**
 * `npm run prefills`: 50 pages of 512 KB are read at once for the form while visitors go through a public link, 200 a
 * second; prints the visitors' p99 next to that of 50 other requests of the same people at once, and that of none, by
 * turns within the same run. Nothing is measured twice: how far none differs from itself is how far the figures can be
 * trusted. Ends with code 1 where that of all rounds is beyond its limit. The pages and the people who ask come from
 * processes of their own; the sandbox's names lead to the former here.
 */
const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-prefills-"));
const [port, pagesPort] = [await freePort(), await freePort()];
const origin = `http://localhost:${port}`;
const pages = await startReady("server/testing/load/pages.ts", { args: [String(pagesPort)] });
const service = await startService({
	PORT: String(port),
	DATA_DIR: dataDir,
	LOG_LEVEL: "error",
	NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(elsewhere(pagesPort))}`,
});
try {
	const visited = await newLink();
	const askers = await startReady("server/testing/load/askers.ts", { args: [origin] });
	const works = {
		none: async () => {},
		again: async () => {},
		others: () => atOnce(askers, "others"),
		prefills: () => atOnce(askers, "pages"),
	};
	for (const work of Object.values(works)) await visitors(visited, work);
	const all = {
		none: createLatencies(),
		others: createLatencies(),
		again: createLatencies(),
		prefills: createLatencies(),
	};
	for (let round = 1; round <= ROUNDS; round += 1) {
		const p99 = [];
		for (const what of ["none", "others", "again", "prefills"] as const) {
			const latencies = await visitors(visited, works[what]);
			all[what].addAll(latencies);
			p99.push(latencies.percentile(0.99).toFixed(1));
		}
		process.stdout.write(
			`round ${round}: p99 alone, beside ${AT_ONCE} other requests, alone again, beside ${AT_ONCE} prefills: ${p99.join(", ")} ms; load ${os.loadavg()[0]?.toFixed(1)}\n`,
		);
	}
	const [once, again] = [all.none.percentile(0.99), all.again.percentile(0.99)];
	process.stdout.write(`All rounds: alone ${once} ms, and again ${again} ms: ${(again / once).toFixed(2)}\n`);
	for (const what of ["others", "none"] as const) {
		const [beside, without] = [all.prefills.percentile(0.99), all[what].percentile(0.99)];
		const isOver = !(beside / without <= MOST[what]);
		process.stdout.write(
			`All rounds: ${beside} ms beside prefills, ${without} ms beside ${what}: ${(beside / without).toFixed(2)}, limit ${MOST[what]}: ${isOver ? "OVER" : "ok"}\n`,
		);
		if (isOver) process.exitCode = 1;
	}
	await askers.stop();
} finally {
	await Promise.all([service.stop(), pages.stop()]);
	await rm(dataDir, { recursive: true, force: true });
}

/**
 * The sandbox answers for its made-up names in the service's own process; here the pages' process does: the thread that
 * asks for them is told another port when it starts.
 */
function elsewhere(pagesPort: number): string {
	return `import threads from "node:worker_threads";
import { syncBuiltinESMExports } from "node:module";
const { Worker } = threads;
threads.Worker = class extends Worker {
	constructor(file, options) {
		for (const { to } of options?.workerData?.detours ?? []) to.port = ${pagesPort};
		super(file, options);
	}
};
syncBuiltinESMExports();`;
}

/** @returns what visitors waited while this work is done, four seconds at the least */
async function visitors(shortPath: string, work: () => Promise<void>): Promise<Latencies> {
	const request = `GET ${shortPath} HTTP/1.1\r\nHost: localhost:${port}\r\nUser-Agent: ${CHROME}\r\nAccept-Language: en\r\n\r\n`;
	const clients: Clients = startClients({
		port,
		connections: 8,
		perSecond: VIEWS_PER_SECOND,
		next: () => ({ name: "go", request, status: 302 }),
	});
	await Promise.all([work(), new Promise((resolve) => setTimeout(resolve, 4_000))]);
	await clients.stop();
	const { latencies, wrong } = clients.tally("go");
	if (Object.keys(wrong).length > 0) throw new Error(`Wrong answers: ${JSON.stringify(wrong)}`);
	return latencies;
}

async function atOnce({ process: askers }: Child, what: Order["what"]): Promise<void> {
	askers.send({ what, atOnce: AT_ONCE } satisfies Order);
	const over = new AbortController();
	const heard = ["message", "exit"].map((event) => once(askers, event, over));
	const [answer] = await Promise.race(heard).finally(() => over.abort());
	if (answer !== "done") throw new Error("The people who ask have failed");
}

async function newLink(): Promise<string> {
	const owner = createBrowser(origin);
	await signIn(owner, "owner@example.com");
	await giveConsent(owner, "owner@example.com");
	await subscribe(owner, "starter");
	const form = new FormData();
	const fields = { title: "A title", description: "A description", targetUrl: "https://example.com/" };
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const answer = await owner.post(API.links.all, form);
	return new URL(link.parse(await answer.json()).shortUrl).pathname;
}
