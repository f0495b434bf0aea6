import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Browser, createBrowser } from "#server/testing/app/browser.ts";
import { giveConsent, signIn, subscribe } from "#server/testing/app/sign-up.ts";
import { API } from "#shared/api-paths.ts";
import { link } from "#shared/links/link.ts";
import { startService } from "../machine/built-service.ts";
import { freePort } from "../machine/free-port.ts";
import { type Clients, startClients } from "./clients.ts";

const AT_ONCE = 50;
/** Each may ask for 20 pages a minute. */
const PEOPLE = 15;
const VIEWS_PER_SECOND = 200;
const MOST = 1.2;
const ROUNDS = 5;
const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/**
 * `npm run prefills`: 50 pages are read at once for the form while visitors go through a public link, 200 a second;
 * prints the visitors' p99 beside the one without, measured in turns within the same run. Ends with code 1 where the
 * median of the rounds is more than 1.2 times as long. The made-up pages are answered by the service's own process,
 * which outside of a sandbox it is spared.
 */
const dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-prefills-"));
const port = await freePort();
const origin = `http://localhost:${port}`;
const service = await startService({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" });
try {
	const people: Browser[] = [];
	for (let n = 0; n < PEOPLE; n += 1) people.push(await subscriber(n));
	const visited = await newLink(people[0]);
	await visitors(visited, quietly);
	const ratios: number[] = [];
	let hosts = 0;
	for (let round = 1; round <= ROUNDS; round += 1) {
		const without = await visitors(visited, quietly);
		let read = 0;
		const beside = await visitors(visited, async () => {
			const asked = Array.from({ length: AT_ONCE }, (_, n) => {
				const url = `http://host${++hosts}.sandbox.example/article`;
				return people[n % PEOPLE]?.post(API.links.prefill, { url });
			});
			const answers = await Promise.all(asked);
			read = answers.filter((answer) => answer?.status === 200).length;
		});
		ratios.push(beside / without);
		const figures = `p99 ${without.toFixed(1)} ms without, ${beside.toFixed(1)} ms beside ${read} of ${AT_ONCE} prefills`;
		process.stdout.write(`round ${round}: ${figures}, ratio ${(beside / without).toFixed(2)}\n`);
	}
	const median = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
	process.stdout.write(`Median ratio ${median.toFixed(2)}, limit ${MOST}: ${median <= MOST ? "ok" : "OVER"}\n`);
	if (!(median <= MOST)) process.exitCode = 1;
} finally {
	await service.stop();
	await rm(dataDir, { recursive: true, force: true });
}

/** As long as 50 prefills take, at the most. */
function quietly(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 4_000));
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
	await Promise.all([work(), quietly()]);
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
