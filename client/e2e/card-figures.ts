import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { launchChromium } from "../../server/testing/machine/chromium.ts";
import { cutText } from "../../shared/cards/cut-text.ts";
import { drawnCard } from "../../shared/cards/drawn-card.ts";
import { CARD_PLATFORMS } from "../../shared/cards/platforms.ts";
import { LINK_LIMITS } from "../../shared/links/field-schemas.ts";
import { startBuiltApp } from "./built-app.ts";
import { fill } from "./link-form.ts";
import { becomePerson } from "./person.ts";
import { type ScriptText, scriptTexts } from "./script-texts.ts";

/**
 * `npm run card-figures`: draws 200 texts in eight scripts as thirteen apps do, in Chromium, and compares each drawing
 * with the table of platforms: to the byte or character, and to the line; and whether what is said to be cut is what is
 * cut. Then it types, and says what a key press costs with all thirteen open, and what they weigh. Ends with code 1 where
 * something is wrong or over its limit.
 */
const MOST = { keyMs: 16, kb: 12 };
const ROUNDS = 5;
const TYPED = "Eleven quiet beaches in the Algarve, and how to reach them";
const ASSETS = "dist/client/assets";

/** What a drawing shows: of each text its lines, whether more is hidden, and what the screen says of it. */
type Drawing = {
	id: string;
	texts: { text: string; lines: number; most: number; isHidden: boolean }[];
	warnings: string[];
};

const app = await startBuiltApp();
const browser = await launchChromium();
const say = (line: string, isWrong: boolean) => {
	process.stdout.write(`${line}  ${isWrong ? "WRONG" : "ok"}\n`);
	if (isWrong) process.exitCode = 1;
};
try {
	const context = await browser.newContext({ baseURL: app.origin, viewport: { width: 1280, height: 800 } });
	await becomePerson(context.request, { plan: "starter" });
	const page = await context.newPage();
	await page.goto("/admin/link/new");
	await fill(page);
	await page.locator("[data-drawn=reddit]").waitFor();
	await proveTexts(page);
	await measureKeys(page);
	const kb = weigh(/^platform-(card|cards\.queries|previews)-.*\.js$/);
	say(`the drawings weigh ${kb.toFixed(1)} KB of gzip, limit ${MOST.kb}`, !(kb > 0 && kb <= MOST.kb));
} finally {
	await browser.close();
	await app.stop();
}

async function proveTexts(page: Page): Promise<void> {
	const texts = scriptTexts(LINK_LIMITS);
	const wrong: string[] = [];
	let compared = 0;
	let cut = 0;
	for (const text of texts) {
		await page.getByLabel("Title").fill(text.title);
		await page.getByLabel("Description").fill(text.description);
		let problems: string[] = [];
		// What is cut by lines is looked at once someone pauses.
		for (let tries = 0; tries < 8; tries += 1) {
			await page.waitForTimeout(250);
			problems = problemsOf(await drawings(page), text);
			if (problems.length === 0) break;
		}
		wrong.push(...problems.map((problem) => `${text.script}, ${JSON.stringify(text.title)}: ${problem}`));
		const shown = await drawings(page);
		compared += shown.reduce((sum, each) => sum + each.texts.length, 0);
		cut += shown.reduce((sum, each) => sum + each.warnings.length, 0);
	}
	for (const line of wrong.slice(0, 20)) process.stdout.write(`${line}\n`);
	say(
		`${texts.length} texts in 8 scripts on ${CARD_PLATFORMS.length} apps: ${compared} drawn, ${cut} cut, ${wrong.length} wrong`,
		wrong.length > 0 || texts.length !== 200 || cut === 0,
	);
}

function drawings(page: Page): Promise<Drawing[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll<HTMLElement>("[data-drawn]")].map((card) => ({
			id: card.dataset.drawn ?? "",
			texts: [...card.querySelectorAll("p")]
				.filter((line) => line.style.webkitLineClamp !== "")
				.map((line) => ({
					text: line.textContent ?? "",
					lines: Math.round(line.clientHeight / Number.parseFloat(getComputedStyle(line).lineHeight)),
					most: Number(line.style.webkitLineClamp),
					isHidden: line.scrollHeight > line.clientHeight + 1,
				})),
			warnings: [...(card.parentElement?.parentElement?.querySelectorAll("li") ?? [])]
				.map((line) => line.textContent ?? "")
				.filter((line) => line.includes(' will cut this to "')),
		})),
	);
}

function problemsOf(shown: Drawing[], { title, description }: ScriptText): string[] {
	return CARD_PLATFORMS.flatMap((platform) => {
		const drawing = shown.find(({ id }) => id === platform.id);
		if (!drawing) return [`${platform.id} is not drawn`];
		const { shape } = drawnCard(platform, { title, description, picture: null });
		const rules = [
			...(shape.title ? [{ of: title, rule: shape.title }] : []),
			...(shape.description ? [{ of: description, rule: shape.description }] : []),
		];
		if (drawing.texts.length !== rules.length) return [`${platform.id} draws ${drawing.texts.length} texts`];
		const problems = rules.flatMap(({ of, rule }, at) => {
			const drawn = drawing.texts[at];
			if (!drawn) return [`${platform.id} draws less`];
			return [
				drawn.text !== cutText(of, rule).shown && `${platform.id} draws «${drawn.text}»`,
				drawn.most !== rule.lines && `${platform.id} has ${drawn.most} lines`,
				drawn.lines > rule.lines && `${platform.id} shows ${drawn.lines} lines`,
				drawn.isHidden && drawn.lines !== rule.lines && `${platform.id} hides more than it must`,
			];
		});
		const cut = rules.filter(({ of, rule }, at) => cutText(of, rule).isCut || drawing.texts[at]?.isHidden);
		const isTold = drawing.warnings.length === new Set(cut.map(({ of }) => of)).size;
		const isTrue = drawing.warnings.every((warning) => cut.some(({ of }) => isPartOf(warning, of)));
		return [
			...problems,
			!isTold && `${platform.id} tells of ${drawing.warnings.length} cuts and has ${cut.length}`,
			!isTrue && `${platform.id} tells of a cut that is none: ${drawing.warnings.join("; ")}`,
		];
	}).filter((problem) => problem !== false);
}

/** Whether what a warning quotes is in the text, and ends between two of its characters. */
function isPartOf(warning: string, text: string): boolean {
	const quoted = /«…?(.*)…»$/su.exec(warning)?.[1] ?? "";
	const at = text.indexOf(quoted);
	if (at < 0) return false;
	const end = at + quoted.length;
	const ends = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
	return end === text.length || ends.includes(end) || text.slice(end).trimStart() !== text.slice(end);
}

async function measureKeys(page: Page): Promise<void> {
	const open = await keyCost(page);
	await page.getByRole("button", { name: "App previews" }).click();
	const closed = await keyCost(page);
	const all = `${open.toFixed(1)} ms with all of them, ${closed.toFixed(1)} ms with none`;
	say(
		`a key press: the drawings cost ${(open - closed).toFixed(1)} ms of the page's thread (${all}), limit ${MOST.keyMs}`,
		!(open - closed <= MOST.keyMs),
	);
}

/**
 * What a key press costs until all is drawn, in milliseconds of the page's own thread, the median of some rounds: what
 * else runs on the machine changes that less than it changes the time that passes.
 */
async function keyCost(page: Page): Promise<number> {
	const client = await page.context().newCDPSession(page);
	await client.send("Performance.enable", { timeDomain: "threadTicks" });
	const spent = async () => {
		const { metrics } = await client.send("Performance.getMetrics");
		return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
	};
	const title = page.getByLabel("Title");
	const costs: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		await title.fill("");
		await title.focus();
		await page.waitForTimeout(500);
		const before = await spent();
		// Faster than someone who pauses, so that lines are not looked at.
		await page.keyboard.type(TYPED, { delay: 90 });
		await page.waitForTimeout(60);
		costs.push(((await spent()) - before) / TYPED.length);
	}
	return costs.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

function weigh(chunk: RegExp): number {
	const files = readdirSync(ASSETS).filter((file) => chunk.test(file));
	return (
		files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(ASSETS, file)), { level: 9 }).length, 0) / 1000
	);
}
