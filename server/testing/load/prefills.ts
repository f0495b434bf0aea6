import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Browser, createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { API } from "#shared/api-paths.ts";
import { link } from "#shared/links/link.ts";
import { prefill } from "#shared/links/prefill.ts";
import { startReady, startService } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import { type Clients, startClients } from "./clients.ts";

/** Of the pages that come from the process of their own; the sandbox's have another. */
const TITLE = "Eleven quiet beaches";
const AT_ONCE = 50;
/** Each may ask for 20 pages a minute. */
const PEOPLE = 20;
const VIEWS_PER_SECOND = 200;
const MOST = 1.2;
const ROUNDS = 7;
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/**
 * `npm run prefills`: 50 pages of 512 KB are read at once for the form while visitors go through a public link, 200 a
 * second; prints the visitors' p99 beside that of 50 other requests of the same people at once, and that of none, by
 * turns within the same run. Ends with code 1 where the median of the rounds is more than 1.2 times that beside other
 * requests. The pages come from a process of their own, to which the sandbox's names lead here.
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
	const people: Browser[] = [];
	for (let n = 0; n < PEOPLE; n += 1) people.push(await subscriber(n));
	const visited = await newLink(people[0]);
	let hosts = 0;
	const nothing = async () => {};
	const others = () => atOnce((person) => person.get(API.links.monthlyUsage));
	const prefills = () => {
		return atOnce((person) => {
			hosts += 1;
			return person.post(API.links.prefill, { url: `http://host${hosts}.sandbox.example/article` });
		});
	};
	const first = await people.at(-1)?.post(API.links.prefill, { url: "http://host.sandbox.example/article" });
	if (prefill.parse(await first?.json()).title !== TITLE) throw new Error("The pages come from elsewhere");
	for (const work of [nothing, others, prefills]) await visitors(visited, work);
	const ratios: number[] = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		const alone = await visitors(visited, nothing);
		const besideOthers = await visitors(visited, others);
		const besidePrefills = await visitors(visited, prefills);
		ratios.push(besidePrefills / besideOthers);
		const figures = [alone, besideOthers, besidePrefills].map((each) => each.toFixed(1)).join(", ");
		process.stdout.write(
			`round ${round}: p99 alone, beside ${AT_ONCE} other requests, beside ${AT_ONCE} prefills: ${figures} ms; load ${os.loadavg()[0]?.toFixed(1)}\n`,
		);
	}
	const median = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
	process.stdout.write(`Median ratio ${median.toFixed(2)}, limit ${MOST}: ${median <= MOST ? "ok" : "OVER"}\n`);
	if (!(median <= MOST)) process.exitCode = 1;

	async function atOnce(ask: (person: Browser) => Promise<Response>): Promise<void> {
		const asked = Array.from({ length: AT_ONCE }, (_, n) => ask(people[n % PEOPLE] as Browser));
		const wrong = (await Promise.all(asked)).filter(({ status }) => status !== 200);
		if (wrong.length > 0) throw new Error(`${wrong.length} of ${AT_ONCE} failed: ${await wrong[0]?.text()}`);
	}
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

/** @returns the visitors' p99 in milliseconds while this work is done, four seconds at the least */
async function visitors(shortPath: string, work: () => Promise<void>): Promise<number> {
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
	return latencies.percentile(0.99);
}

async function subscriber(n: number): Promise<Browser> {
	const person = createBrowser(origin);
	const email = `reader${n}@example.com`;
	await signIn(person, email);
	await giveConsent(person, email);
	await subscribe(person, "starter", false);
	return person;
}

async function newLink(owner: Browser | undefined): Promise<string> {
	const form = new FormData();
	const fields = { title: "A title", description: "A description", targetUrl: "https://example.com/" };
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	const answer = await owner?.post(API.links.all, form);
	return new URL(link.parse(await answer?.json()).shortUrl).pathname;
}
