import { parseArgs, stripVTControlCharacters } from "node:util";
import type { Browser } from "@playwright/test";
import { launchChromium } from "../../server/testing/machine/chromium.ts";
import { STORIES } from "./billing-stories/all.ts";
import { RESTS } from "./billing-stories/at-stripe.ts";
import { CAUSES } from "./billing-stories/causes.ts";
import { changeTable } from "./billing-stories/change-table.ts";
import { METRICS_TOKEN } from "./billing-stories/steps.ts";
import { type Story, tell } from "./billing-stories/story.ts";
import { type BuiltApp, startBuiltApp } from "./built-app.ts";
import { control } from "./stripe-sandbox.ts";

/**
 * `npm run night -- billing:stories`: runs what customers experience with payments, each story with a customer of its own on the
 * built app, with moved time, up to the sentence that they read in Chromium (or in an answer, or in an operator's
 * command). Prints a line a story, and ends with code 1 where a sentence is not read or Stripe took something else.
 * `-- --only past-due` runs those with these words in their name, `--cause 5` those of a cause, `--causes` those that have
 * one, `--table` only the table of the 56 changes; `--checkout FOLDER` runs them on another build, such as that of an
 * earlier commit.
 */
const { values } = parseArgs({
	options: {
		only: { type: "string" },
		cause: { type: "string" },
		causes: { type: "boolean" },
		table: { type: "boolean" },
		checkout: { type: "string" },
	},
});
const AT_ONCE = 2;

const app = await startBuiltApp({ env: { METRICS_TOKEN }, checkout: values.checkout });
const browser = await launchChromium();
const chosen = STORIES.filter(isChosen);
let failed = 0;
/** For each cause, how many of its stories held, and how many failed. */
const causes = CAUSES.map(() => ({ held: 0, failed: 0 }));
try {
	const together = chosen.filter(({ isAlone }) => !isAlone);
	await Promise.all(Array.from({ length: AT_ONCE }, () => tellAll(together)));
	await tellAll(chosen.filter(({ isAlone }) => isAlone));
} finally {
	await browser.close();
	await app.stop();
}
say(`${chosen.length} stories, ${chosen.length - failed} held, ${failed} failed`);
for (const [at, count] of causes.entries()) {
	if (count.held + count.failed > 0) say(`cause ${at + 1}, ${CAUSES[at]}: ${count.held} held, ${count.failed} failed`);
}
if (Object.keys(values).length === 0 || values.table) {
	const table = await changeTable();
	for (const line of [
		"",
		"Charges of each change of plan, today and next, in euros: previewed and taken.",
		...table.lines,
	])
		say(line);
	for (const line of table.failed) say(`FAILED ${line}`);
	say(`${table.lines.length - 2} changes, ${table.failed.length} wrong`);
	failed += table.failed.length;
}
if (failed > 0) process.exitCode = 1;

async function tellAll(waiting: Story[]): Promise<void> {
	for (let story = waiting.shift(); story; story = waiting.shift()) {
		const started = Date.now();
		const error = await failureOf(story, { browser, app });
		const cause = story.cause ? ` (cause ${story.cause})` : "";
		const outcome = error === null ? "held  " : "FAILED";
		say(`${outcome} ${story.name}${cause}: "${story.sentence}" ${Date.now() - started} ms`);
		const count = causes[(story.cause ?? 0) - 1];
		if (count) count[error === null ? "held" : "failed"] += 1;
		if (error === null) continue;
		failed += 1;
		say(`       ${error}`);
	}
}

/** What went wrong, in one line; null where the story passed. */
async function failureOf(story: Story, rig: { browser: Browser; app: BuiltApp }): Promise<string | null> {
	const context = await rig.browser.newContext({
		...{ baseURL: rig.app.origin, locale: "en-US", reducedMotion: "reduce" },
		timezoneId: story.zone ?? "Europe/Lisbon",
		viewport: { width: 1280, height: 800 },
	});
	context.setDefaultTimeout(20_000);
	try {
		await tell({ page: await context.newPage(), request: context.request, app: rig.app, answer: null }, story);
		return null;
	} catch (error) {
		return stripVTControlCharacters(String(error)).replaceAll(/\s+/g, " ").slice(0, 700);
	} finally {
		for (const [name, data] of story.isAlone ? RESTS : []) await control(context.request, name, data);
		await context.close();
	}
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

function isChosen({ name, cause }: Story): boolean {
	if (values.table) return false;
	if (values.causes && !cause) return false;
	if (values.cause && String(cause) !== values.cause) return false;
	return name.includes(values.only ?? "");
}
