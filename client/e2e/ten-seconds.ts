import type { BrowserContextOptions, Page } from "@playwright/test";
import { launchChromium } from "../../server/testing/machine/chromium.ts";
import { startBuiltApp } from "./built-app.ts";
import { weighScreen } from "./built-scripts.ts";
import { becomePerson } from "./person.ts";

/** What getting from a pasted address to a copied link may take, and what the form and its editor may weigh, in KB of gzip. */
const MOST = { actions: 5, seconds: 10, formKb: 60, editorKb: 20 };
const RUNS = 10;
/** A person may have 20 pages or pictures read a minute, and each run takes two. */
const RUNS_OF_ONE = 4;

/** How one does it: each press, tap or paste is an action; moving there by Tab belongs to the press. */
type Way = {
	context: BrowserContextOptions;
	press: (page: Page, name: "address" | "create" | "copy") => Promise<void>;
};

const place = {
	address: (page: Page) => page.getByRole("region", { name: "Start from a page" }).getByLabel("Start from a page"),
	create: (page: Page) => page.getByRole("button", { name: "Create Link", exact: true }),
	copy: (page: Page) => page.getByRole("button", { name: /^Copy/ }).last(),
};

const WAYS: Record<string, Way> = {
	mouse: {
		context: { viewport: { width: 1280, height: 800 } },
		press: (page, name) => place[name](page).click(),
	},
	"touch at 360": {
		context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
		press: (page, name) => place[name](page).tap(),
	},
	keyboard: {
		context: { viewport: { width: 1280, height: 800 } },
		async press(page, name) {
			const wanted = place[name](page);
			await wanted.waitFor();
			// The copy button is in the toast, after everything else.
			for (let tab = 0; tab < 60 && !(await hasFocus(page, wanted)); tab += 1) await page.keyboard.press("Tab");
			if (name !== "address") await page.keyboard.press("Enter");
		},
	},
};

/**
 * `npm run ten-seconds`: goes in Chromium from a pasted address to the copied link, by mouse, by touch and by keyboard
 * alone, with a recorded page; prints how many actions that takes, how long, and what the form weighs. Ends with code 1
 * when something is over its limit.
 */
const app = await startBuiltApp();
const browser = await launchChromium();
const say = (line: string, isOver: boolean) => {
	process.stdout.write(`${line}  ${isOver ? "OVER" : "ok"}\n`);
	if (isOver) process.exitCode = 1;
};
try {
	let pages = 0;
	for (const [name, way] of Object.entries(WAYS)) {
		const runs: { actions: number; seconds: number }[] = [];
		while (runs.length < RUNS) {
			const context = await browser.newContext({ ...way.context, baseURL: app.origin });
			await context.grantPermissions(["clipboard-read", "clipboard-write"]);
			await becomePerson(context.request, { plan: "starter" });
			const page = await context.newPage();
			for (let run = 0; run < RUNS_OF_ONE && runs.length < RUNS; run += 1) {
				pages += 1;
				runs.push(await fromPasteToCopy(page, way, `http://page${pages}.sandbox.example/article`));
			}
			await context.close();
		}
		const [actions, seconds] = [median(runs.map((run) => run.actions)), median(runs.map((run) => run.seconds))];
		const all = runs.map((run) => run.seconds.toFixed(1)).join(" ");
		const isOver = actions > MOST.actions || seconds > MOST.seconds;
		say(`${name.padEnd(13)} ${actions} actions, ${seconds.toFixed(1)} s (median of ${RUNS}: ${all})`, isOver);
	}
	for (const [what, screen, known, most] of [
		["form", "new-link", ["dashboard"], MOST.formKb],
		["editor", "picture-editor", ["new-link"], MOST.editorKb],
		["templates", "template-picker", ["new-link"], MOST.editorKb],
	] as const) {
		const kb = weighScreen(screen, [...known]);
		say(`${what.padEnd(13)} ${kb.toFixed(1)} KB of gzip beyond the ${known}, limit ${most}`, !(kb > 0 && kb <= most));
	}
	process.stdout.write(`form          ${weighScreen("new-link", []).toFixed(1)} KB for who begins there\n`);
} finally {
	await browser.close();
	await app.stop();
}

async function fromPasteToCopy(page: Page, { press }: Way, address: string) {
	await page.goto("/admin/link/new");
	await place.address(page).waitFor();
	await page.evaluate((text) => navigator.clipboard.writeText(text), address);
	let actions = 0;
	const act = async (action: Promise<unknown>) => {
		actions += 1;
		await action;
	};
	await act(press(page, "address"));
	const startedAt = performance.now();
	await act(page.keyboard.press("ControlOrMeta+V"));
	await page.getByText(/^From page\d+\.sandbox\.example: .*image\.$/).waitFor();
	await act(press(page, "create"));
	await place.copy(page).waitFor();
	await act(press(page, "copy"));
	await page.getByText("Link copied to clipboard", { exact: true }).first().waitFor();
	const seconds = (performance.now() - startedAt) / 1000;
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	if (!copied.startsWith(`${app.origin}/go/`)) throw new Error(`${copied} was copied.`);
	return { actions, seconds };
}

async function hasFocus(page: Page, wanted: ReturnType<(typeof place)["copy"]>): Promise<boolean> {
	const handle = await wanted.elementHandle();
	return page.evaluate((element) => document.activeElement === element, handle);
}

function median(values: number[]): number {
	const [low, high] = [Math.floor((values.length - 1) / 2), Math.ceil((values.length - 1) / 2)];
	const sorted = values.toSorted((a, b) => a - b);
	return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2;
}
