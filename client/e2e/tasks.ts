import type { Page } from "@playwright/test";
import { launchChromium } from "../../server/testing/machine/chromium.ts";
import { API } from "../../shared/api-paths.ts";
import { startBuiltApp } from "./built-app.ts";
import { becomePerson, createLink } from "./person.ts";
import { CAMPAIGN, LINKS, TASKS, type Task } from "./tasks/every-day.ts";
import { Hand } from "./tasks/hand.ts";

const RUNS = 3;

/**
 * `npm run tasks`: does seven everyday tasks in Chromium, each by a new person, and prints how many actions and seconds
 * they take; `npm run tasks -- Archive`: those whose name matches. Ends with code 1 when one takes more actions than it may.
 */
const wanted = new RegExp(process.argv[2] ?? "");
const app = await startBuiltApp();
const browser = await launchChromium();
try {
	process.stdout.write(`${"task".padEnd(38)}before  now  seconds (median of ${RUNS})\n`);
	const sum = { before: 0, now: 0 };
	for (const task of TASKS.filter(({ name }) => wanted.test(name))) {
		const runs = [];
		while (runs.length < RUNS) runs.push(await doTask(task));
		const { actions } = runs[0] ?? { actions: Number.NaN };
		const seconds = runs.map((run) => run.seconds).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN;
		const isOver = runs.some((run) => !(run.actions <= task.most));
		if (isOver) process.exitCode = 1;
		sum.before += task.before;
		sum.now += actions;
		say(task.name, task.before, actions, `${seconds.toFixed(1).padStart(7)}  ${isOver ? "OVER" : "ok"}`);
	}
	say("Together", sum.before, sum.now, `  ${Math.round((1 - sum.now / sum.before) * 100)} % fewer`);
} finally {
	await browser.close();
	await app.stop();
}

function say(name: string, before: number, now: number, rest: string): void {
	process.stdout.write(`${name.padEnd(38)}${String(before).padStart(6)}${String(now).padStart(5)}  ${rest}\n`);
}

async function doTask({ context: options, start, clipboard, run, copied }: Task) {
	const context = await browser.newContext({ ...options, baseURL: app.origin });
	try {
		await context.grantPermissions(["clipboard-read", "clipboard-write"]);
		await becomePerson(context.request, { plan: "pro" });
		const page = await context.newPage();
		if (start === "/admin") await makeLinks(page);
		await page.goto(start, { waitUntil: "networkidle" });
		await page.evaluate((text) => navigator.clipboard.writeText(text), clipboard ?? "nothing yet");
		const hand = new Hand(page, options.hasTouch === true);
		const startedAt = performance.now();
		await run(page, hand);
		if (copied) await page.getByText("Link copied to clipboard", { exact: true }).first().waitFor();
		const seconds = (performance.now() - startedAt) / 1000;
		const text = await page.evaluate(() => navigator.clipboard.readText());
		if (copied && !copied.test(text)) throw new Error(`${text} was copied.`);
		return { actions: hand.actions, seconds };
	} finally {
		await context.close();
	}
}

async function makeLinks({ request }: Page): Promise<void> {
	const ids: number[] = [];
	for (let n = 1; n <= LINKS; n += 1) {
		ids.push((await createLink(request, { title: `Link ${n}`, customLinkSlug: `link-${n}` })).id);
	}
	const data = { change: "tag", ids: ids.slice(0, CAMPAIGN), tag: "campaign" };
	const tagged = await request.post(API.links.changes, { data });
	if (!tagged.ok()) throw new Error(await tagged.text());
}
