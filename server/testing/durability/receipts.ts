import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { API } from "#shared/api-paths.ts";
import type { LinkDeliveries } from "#shared/cards/delivery.ts";
import type { LinkView } from "#shared/links/link.ts";
import { createBrowser } from "../app/browser.ts";
import { giveConsent, signIn, subscribe } from "../app/sign-up.ts";
import { fixture } from "../corpora/user-agent-corpora.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";

/**
 * `npm run receipts`: for each of 20 versions of a card 20 fetchers take its page
 * and its picture, and the process that writes that down is killed (P138). In every second round it has had two seconds
 * to write, and nothing may be missing; in the others it may lose the last second, and whoever is missing comes once
 * more, as fetchers do. Ends with code 1 where in the end a receipt is missing, doubled or made up, or its time is none
 * of its fetches', or one was told later than ten seconds after its fetch.
 */
const KILLS = 20;
const MOST_MS = 10_000;
const TO_WRITE_MS = 2_000;
const AGENTS = [
	...new Map(fixture("preview-fetchers").map(({ platform, userAgent }) => [platform, userAgent])).entries(),
].slice(0, 20);
const KINDS = ["page", "picture"] as const;

const database = await prepareDatabase({ links: 0, views: 0 });
const service = await startOnRig(database);
const owner = createBrowser(service.origin);
await signIn(owner, "owner@example.com");
await giveConsent(owner, "owner@example.com");
await subscribe(owner, "pro");
const picture = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#cb3419" } })
	.jpeg()
	.toBuffer();
const link = await saved(await owner.post(API.links.all, form({ image: new Blob([new Uint8Array(picture)]) })));

/** When each was fetched, in milliseconds, by '{version} {platform} {kind}'. */
const fetched = new Map<string, { began: number; ended: number }[]>();
let lostInTime = 0;
let lost = 0;
let slowest = 0;

for (let version = 1; version <= KILLS; version += 1) {
	const isWritten = version % 2 === 0;
	await fetchAll(version, AGENTS);
	await delay(isWritten ? TO_WRITE_MS : Math.random() * 1_000);
	await service.kill();
	const missing = await missingOf(version);
	lost += missing.length;
	if (isWritten) lostInTime += missing.length;
	const again = new Set(missing.map(({ platform }) => platform));
	const began = Date.now();
	await fetchAll(
		version,
		AGENTS.filter(([platform]) => again.has(platform)),
	);
	while ((await missingOf(version)).length > 0 && Date.now() - began < 3 * MOST_MS) await delay(50);
	if (again.size > 0) slowest = Math.max(slowest, Date.now() - began);
	say(`version ${version}: killed, ${missing.length} of ${AGENTS.length * KINDS.length} had to be fetched once more`);
	if (version < KILLS) {
		const next = form({ title: `Version ${version + 1}`, imageUrl: link.imageUrl ?? "" });
		const path = API.links.bySlug(link.linkSlug);
		let answer = await owner.put(path, next);
		// A busy machine may take a moment after a start.
		for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) {
			await delay(500);
			answer = await owner.put(path, next);
		}
		await saved(answer);
	}
}

const rows = await receipts();
const wanted = KILLS * AGENTS.length * KINDS.length;
const keys = new Set(rows.map(({ key }) => key));
const madeUp = rows.filter(({ key }) => !fetched.has(key));
const wrongTimes = rows.filter(({ key, first, last }) => !isTimeOf(key, first) || !isTimeOf(key, last));
const told = (await (await owner.get(API.links.deliveries(link.id))).json()) as LinkDeliveries;
const isTold = told.deliveries.length === AGENTS.length * KINDS.length && told.deliveries.every(isNewest);
say(
	`${rows.length} receipts of ${wanted}, ${keys.size} different; ${madeUp.length} made up, ${wrongTimes.length} wrong times`,
);
say(
	`${lostInTime} lost that were ${TO_WRITE_MS} ms old at the kill, ${lost} in all, each told once it was fetched again`,
);
say(
	`told ${slowest} ms after its fetch at most; the owner is told the newest version of all: ${isTold ? "yes" : "NO"}`,
);
const isWhole = rows.length === wanted && keys.size === wanted && madeUp.length + wrongTimes.length + lostInTime === 0;
if (!isWhole || !isTold || slowest > MOST_MS) process.exitCode = 1;

await service.stop();
await database.stop();

async function fetchAll(version: number, agents: typeof AGENTS): Promise<void> {
	await Promise.all(
		agents.map(async ([platform, userAgent]) => {
			const html = await timed(`${version} ${platform} page`, link.shortUrl, userAgent);
			const image = /property="og:image" content="([^"]+)"/.exec(html.toString())?.[1] ?? "";
			await timed(`${version} ${platform} picture`, image, userAgent);
		}),
	);
}

async function timed(key: string, url: string, userAgent: string): Promise<Buffer> {
	const began = Date.now();
	const answer = await fetch(url, { headers: { "user-agent": userAgent } });
	const bytes = Buffer.from(await answer.arrayBuffer());
	if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
	fetched.set(key, [...(fetched.get(key) ?? []), { began, ended: Date.now() }]);
	return bytes;
}

async function receipts() {
	const { rows: found } = await database.pool.query<{ key: string; first: Date; last: Date }>(
		`SELECT version || ' ' || platform || ' ' || kind AS key, first_at AS first, last_at AS last
		FROM deliveries WHERE link_id = $1`,
		[link.id],
	);
	return found;
}

async function missingOf(version: number) {
	const there = new Set((await receipts()).map(({ key }) => key));
	return AGENTS.flatMap(([platform]) => KINDS.map((kind) => ({ platform, kind }))).filter(
		({ platform, kind }) => !there.has(`${version} ${platform} ${kind}`),
	);
}

/** Whether this receipt may have been written at that time: while one of its fetches was under way. */
function isTimeOf(key: string, at: Date): boolean {
	return (fetched.get(key) ?? []).some(({ began, ended }) => began <= at.getTime() && at.getTime() <= ended);
}

function isNewest({ version }: { version: number }): boolean {
	return version === KILLS;
}

function form(changes: Record<string, string | Blob>): FormData {
	const made = new FormData();
	const fields = { title: "Version 1", description: "Sun.", targetUrl: "https://example.com/", ...changes };
	for (const [name, value] of Object.entries<string | Blob>(fields)) made.set(name, value);
	return made;
}

async function saved(answer: Response): Promise<LinkView> {
	if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
	return (await answer.json()) as LinkView;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
