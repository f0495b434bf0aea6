import sharp from "sharp";
import { API } from "#shared/api-paths.ts";
import { type SelfTest, selfTest } from "#shared/cards/self-test.ts";
import type { LinkView } from "#shared/links/link.ts";
import { type Browser, createBrowser } from "../app/browser.ts";
import { giveConsent, signIn, subscribe } from "../app/sign-up.ts";
import { hardTexts } from "../corpora/hard-texts.ts";
import { freePort } from "../machine/free-port.ts";
import { prepareDatabase } from "../machine/fresh-database.ts";
import { startOnRig } from "../machine/service-on-rig.ts";
import { openFaultyDoor } from "./faulty-door.ts";
import { HARMLESS_CHANGES } from "./harmless-changes.ts";
import { plantedFaults } from "./planted-faults.ts";

/**
 * `npm run self-test`: 'Test this link' (P202) on the built service behind a proxy that injects one fault at a time, then
 * on 300 good links with hard texts behind a proxy that makes harmless changes. Ends with code 1 if a fault is not
 * reported for exactly the affected fetchers, a good link gives an alarm, a test takes more than five seconds, or any of
 * it was counted.
 */
const GOOD_LINKS = 300;
const MOST_MS = 5_000;
/** So many tests a minute has each person. */
const TESTS_EACH = 6;

const database = await prepareDatabase({ links: 0, views: 0 });
const port = await freePort();
const door = await openFaultyDoor(port);
const service = await startOnRig(database, { PORT: String(port), PUBLIC_ORIGIN: door.origin });
const red = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: "#cb3419" } })
		.jpeg()
		.toBuffer();
const original = await red(1200, 630);
let people = 0;
let slowest = 0;
let slowestOfGood = 0;

await proveFaults();
await proveGoodLinks();
await proveNothingCounted();

await service.stop();
await door.close();
await database.stop();

async function proveFaults(): Promise<void> {
	const heavy = Buffer.concat([original.subarray(0, -2), Buffer.alloc(700_000), original.subarray(-2)]);
	const recompressed = await sharp(original).resize(1200, 630).jpeg({ quality: 40 }).toBuffer();
	const webp = await sharp(original).webp().toBuffer();
	const faults = plantedFaults({ small: await red(300, 158), heavy, recompressed, webp });
	let found = 0;
	for (let at = 0; at < faults.length; at += TESTS_EACH) {
		const tester = await person();
		const link = await create(tester, { title: 'Tom & "Jerry"', description: "Sun." });
		for (const fault of faults.slice(at, at + TESTS_EACH)) {
			door.plant(fault);
			const { results } = await test(tester, link);
			door.plant(null);
			const told = results.filter(({ findings }) => findings.some(({ text }) => text.includes(fault.says)));
			const names = told.map(({ fetcher }) => fetcher);
			const wanted = fault.who ?? results.map(({ fetcher }) => fetcher);
			const isFound = wanted.every((name) => names.includes(name)) && names.length === wanted.length;
			found += Number(isFound);
			say(isFound ? `found: ${fault.name}` : `NOT FOUND: ${fault.name}, told to ${names.join(", ") || "nobody"}`);
		}
	}
	say(`${found} of ${faults.length} planted faults were found, each reported for the affected fetchers only`);
	if (found < faults.length) process.exitCode = 1;
}

async function proveGoodLinks(): Promise<void> {
	let alarms = 0;
	const texts = hardTexts(GOOD_LINKS);
	for (let at = 0; at < texts.length; at += TESTS_EACH) {
		const tester = await person();
		for (const [nth, { title, description }] of texts.slice(at, at + TESTS_EACH).entries()) {
			const link = await create(tester, { title, description });
			door.plant(HARMLESS_CHANGES[(at + nth) % HARMLESS_CHANGES.length] ?? null);
			const { results, took } = await test(tester, link);
			door.plant(null);
			slowestOfGood = Math.max(slowestOfGood, took);
			// What Discord cuts is said of good links as well, and is true.
			const findings = results.flatMap((each) => each.findings.filter(({ text }) => !text.includes("cuts the")));
			alarms += findings.length;
			for (const { text } of findings) say(`ALARM: ${text} (${JSON.stringify(title)})`);
		}
	}
	say(`${alarms} alarms for ${GOOD_LINKS} good links; twelve fetchers took ${slowestOfGood} ms at most`);
	say(`with a fault in the way, ${slowest} ms at most`);
	if (alarms > 0 || Math.max(slowest, slowestOfGood) > MOST_MS) process.exitCode = 1;
}

async function proveNothingCounted(): Promise<void> {
	const { rows } = await database.pool.query<{ views: number; counters: number; deliveries: number }>(
		`SELECT (SELECT count(*) FROM views)::int AS views, (SELECT count(*) FROM deliveries)::int AS deliveries,
			(SELECT sum(views_human + views_bot) FROM links)::int AS counters`,
	);
	say(`counted: ${JSON.stringify(rows[0])}`);
	if (Object.values(rows[0] ?? { none: 1 }).some((count) => count !== 0)) process.exitCode = 1;
}

async function person(): Promise<Browser> {
	people += 1;
	const email = `tester${people}@example.com`;
	const browser = createBrowser(door.origin);
	await signIn(browser, email);
	await giveConsent(browser, email);
	await subscribe(browser, "pro");
	return browser;
}

async function create(owner: Browser, texts: { title: string; description: string }): Promise<LinkView> {
	const form = new FormData();
	for (const [name, value] of Object.entries({ ...texts, targetUrl: "https://example.com/" })) form.set(name, value);
	form.set("image", new Blob([new Uint8Array(original)]), "sea.jpg");
	const answer = await owner.post(API.links.all, form);
	if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
	return (await answer.json()) as LinkView;
}

async function test(owner: Browser, { id }: LinkView): Promise<SelfTest> {
	const answer = await owner.post(API.links.selfTest(id));
	if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
	const told = selfTest.parse(await answer.json());
	if (told.results.length !== 12) throw new Error(`${told.results.length} fetchers`);
	slowest = Math.max(slowest, told.took);
	return told;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
