import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { API } from "#shared/api-paths.ts";
import { CARD_TARGETS, type CardTarget, cardTargetOf } from "#shared/cards/card-targets.ts";
import type { LinkDeliveries } from "#shared/cards/delivery.ts";
import { FETCHERS } from "#shared/cards/fetchers.ts";
import { receiptsOf } from "#shared/cards/receipts.ts";
import type { LinkView } from "#shared/links/link.ts";
import { createBrowser } from "../app/browser.ts";
import { giveConsent, signIn, subscribe } from "../app/sign-up.ts";
import { fixture } from "../corpora/user-agent-corpora.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";

/**
 * `npm run receipts`: in each of 20 rounds 20 fetchers take a card's page and its picture, and the process that writes that
 * down is killed (P138). Every third round the card of one target changes, else that of all (P292). In every second round
 * the process has had two seconds to write, and nothing may be missing; in the others it may lose the last second, and
 * a fetcher whose receipt is missing fetches once more, as fetchers do. Discord loads pictures under a browser's name (P293). Ends with
 * code 1 where a receipt is missing, doubled or made up, its time is none of its fetches', one was shown later than ten
 * seconds after its fetch, or a sentence for the owner is wrong.
 */
const KILLS = 20;
const MOST_MS = 10_000;
const TO_WRITE_MS = 2_000;
/** Versions that are stored for each platform. */
const STORED = 10;
const AGENTS = [
	...new Map(fixture("preview-fetchers").map(({ platform, userAgent }) => [platform ?? "", userAgent])).entries(),
].slice(0, 20);
const KINDS = ["page", "picture"] as const;
const DISCORD_PICTURES = "Mozilla/5.0 (Macintosh; Intel Mac OS X 11.6; rv:92.0) Gecko/20100101 Firefox/92.0";

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
/** The version in which each target's card last changed. */
const present = new Map<CardTarget, number>(CARD_TARGETS.map((target) => [target, 1]));
let [lostInTime, lost, slowest, sentences, untrue] = [0, 0, 0, 0, 0];

for (let version = 1; version <= KILLS; version += 1) {
	const isWritten = version % 2 === 0;
	await fetchAll(AGENTS);
	await delay(isWritten ? TO_WRITE_MS : Math.random() * 1_000);
	await service.kill();
	const missing = await missingNow();
	lost += missing.length;
	if (isWritten) lostInTime += missing.length;
	const again = new Set(missing.map(({ platform }) => platform));
	const began = Date.now();
	await fetchAll(AGENTS.filter(([platform]) => again.has(platform)));
	while ((await missingNow()).length > 0 && Date.now() - began < 3 * MOST_MS) await delay(50);
	if (again.size > 0) slowest = Math.max(slowest, Date.now() - began);
	say(`round ${version}: killed, ${missing.length} of ${AGENTS.length * KINDS.length} had to be fetched once more`);
	await compareSentences((name) => `Previewed on ${name}, with the image`);
	if (version === KILLS) break;
	const before = new Map(present);
	await change(version + 1);
	await compareSentences((name, platform) => {
		const had = before.get(cardTargetOf(platform));
		return had === versionFor(platform) ? `Previewed on ${name}, with the image` : `${name} still has version ${had}`;
	});
}

const rows = await receipts();
const wanted = storedOf([...fetched.keys()]);
const keys = new Set(rows.map(({ key }) => key));
const madeUp = rows.filter(({ key }) => !fetched.has(key));
const gone = wanted.filter((key) => !keys.has(key));
const wrongTimes = rows.filter(({ key, first, last }) => !isTimeOf(key, first) || !isTimeOf(key, last));
await compareForeignPictures();
say(
	`${rows.length} receipts of ${wanted.length}, ${keys.size} different; ${gone.length} gone, ${madeUp.length} made up, ${wrongTimes.length} wrong times`,
);
say(
	`${lostInTime} lost that were ${TO_WRITE_MS} ms old at the kill, ${lost} in all, each told once it was fetched again`,
);
say(`told ${slowest} ms after its fetch at most; of ${sentences} sentences for the owner ${untrue} were not so`);
const isWhole = rows.length === wanted.length && keys.size === rows.length && gone.length === 0;
const isTrue = madeUp.length + wrongTimes.length + lostInTime + untrue === 0;
if (!isWhole || !isTrue || slowest > MOST_MS) process.exitCode = 1;

await service.stop();
await database.stop();

/** Makes a version: every third time of one target's card, else of all. */
async function change(version: number): Promise<void> {
	const target = version % 3 === 0 ? CARD_TARGETS[(version / 3) % CARD_TARGETS.length] : undefined;
	const title = `Version ${version}`;
	if (target === undefined) {
		const changes = { title, description: title, imageUrl: link.imageUrl ?? "" };
		await patiently(() => owner.put(API.links.bySlug(link.linkSlug), form(changes)));
	} else {
		const card = new FormData();
		card.set("title", title);
		await patiently(() => owner.put(API.links.card(link.id, target), card));
	}
	for (const each of target === undefined ? CARD_TARGETS : [target]) present.set(each, version);
}

/** A busy machine may take a moment after a start. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
	let answer = await ask();
	for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) {
		await delay(500);
		answer = await ask();
	}
	if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
	return answer;
}

function versionFor(platform: string): number {
	return present.get(cardTargetOf(platform)) ?? 0;
}

/** Compares what the owner reads of each platform with what is known here. @param known the sentence without its time */
async function compareSentences(known: (name: string, platform: string) => string, of = link): Promise<void> {
	const answer = await patiently(() => owner.get(API.links.deliveries(of.id)));
	const told = (await answer.json()) as LinkDeliveries;
	const texts = receiptsOf(told, new Date()).map(({ fetcher, text }) => ({ name: fetcher.name, text }));
	for (const [platform] of AGENTS) {
		const name = FETCHERS.find(({ words }) => words.includes(platform))?.name;
		const word = name ?? platform.charAt(0).toUpperCase() + platform.slice(1);
		const text = texts.find((each) => each.name === word)?.text ?? "nothing";
		const said = text.replace(/ (?:just now|\d+ \w+ ago)/, "");
		sentences += 1;
		if (said === known(word, platform)) continue;
		untrue += 1;
		say(`NOT SO: '${text}', expected '${known(word, platform)}'`);
	}
}

/** With an image at a foreign address, only WhatsApp, which gets one of ours, can be reported to have missed it. */
async function compareForeignPictures(): Promise<void> {
	const other = await saved(await owner.post(API.links.all, form({})));
	await database.pool.query("UPDATE links SET image_url = 'https://example.com/a.jpg' WHERE id = $1", [other.id]);
	const card = new FormData();
	card.set("image", new Blob([new Uint8Array(picture)]));
	await patiently(() => owner.put(API.links.card(other.id, "whatsapp"), card));
	for (const [, userAgent] of AGENTS) await fetch(other.shortUrl, { headers: { "user-agent": userAgent } });
	await delay(TO_WRITE_MS);
	await compareSentences(
		(name, platform) =>
			`Previewed on ${name}${cardTargetOf(platform) === "whatsapp" ? "; it hasn't loaded the image" : ""}`,
		other,
	);
}

/** Of each platform's page and picture the versions that are stored: its newest. */
function storedOf(all: string[]): string[] {
	return AGENTS.flatMap(([platform]) =>
		KINDS.flatMap((kind) =>
			all
				.filter((key) => key.endsWith(` ${platform} ${kind}`))
				.sort((one, other) => Number.parseInt(other, 10) - Number.parseInt(one, 10))
				.slice(0, STORED),
		),
	);
}

async function fetchAll(agents: typeof AGENTS): Promise<void> {
	await Promise.all(
		agents.map(async ([platform, userAgent]) => {
			const version = versionFor(platform);
			const html = await timed(`${version} ${platform} page`, link.shortUrl, userAgent);
			const image = /property="og:image" content="([^"]+)"/.exec(html.toString())?.[1] ?? "";
			await timed(`${version} ${platform} picture`, image, platform === "discord" ? DISCORD_PICTURES : userAgent);
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

/** What was fetched of the present cards, and is not written down. */
async function missingNow() {
	const there = new Set((await receipts()).map(({ key }) => key));
	return AGENTS.flatMap(([platform]) => KINDS.map((kind) => ({ platform, kind }))).filter(
		({ platform, kind }) => !there.has(`${versionFor(platform)} ${platform} ${kind}`),
	);
}

/** Whether this receipt may have been written at that time: while one of its fetches was under way. */
function isTimeOf(key: string, at: Date): boolean {
	return (fetched.get(key) ?? []).some(({ began, ended }) => began <= at.getTime() && at.getTime() <= ended);
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
