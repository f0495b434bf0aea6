import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page } from "@playwright/test";

/** What playwright.config.ts gives a whole run. */
type RunOptions = { cpuSlowdown: number };

type Fixtures = {
	/** Console lines that a test provokes on purpose. */
	expectedNoise: RegExp | undefined;
	quietConsole: undefined;
	slowCpu: undefined;
	cheapHeader: undefined;
};

/** Playwright's test, in which a console error or warning, a page error or a failed request that was not expected is a failure. */
export const test = base.extend<Fixtures, RunOptions>({
	cpuSlowdown: [1, { option: true, scope: "worker" }],
	slowCpu: [
		async ({ context, cpuSlowdown }, use) => {
			if (cpuSlowdown > 1) {
				context.on("page", async (page) => {
					const session = await context.newCDPSession(page);
					await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
				});
			}
			await use(undefined);
		},
		{ auto: true },
	],
	cheapHeader: [
		async ({ context }, use) => {
			await context.addInitScript(leaveOutBlur);
			await use(undefined);
		},
		{ auto: true },
	],
	expectedNoise: [undefined, { option: true }],
	quietConsole: [
		async ({ page, expectedNoise }, use) => {
			const noise: string[] = [];
			page.on("console", (line) => ["error", "warning"].includes(line.type()) && noise.push(line.text()));
			page.on("pageerror", (error) => noise.push(error.message));
			await use(undefined);
			expect(noise.filter((line) => !expectedNoise?.test(line))).toEqual([]);
		},
		{ auto: true },
	],
});

/**
 * Without a graphics card, blurring what scrolls behind the header is half of what drawing costs. `will-change` keeps what
 * else the property does: a layer, a stacking context and a containing block.
 */
function leaveOutBlur(): void {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync('[class*="backdrop-blur"] { backdrop-filter: none !important; will-change: backdrop-filter; }');
	document.adoptedStyleSheets = [sheet];
}

export { expect };

/** What Chromium writes about a call that is answered with an error, or not at all. */
export const FAILED_CALL = /Failed to load resource/;

type ExpectedToast = { title: string; description?: string; isDestructive?: boolean };

/** Waits for a toast with exactly these words. */
export async function expectToast(page: Page, { title, description, isDestructive }: ExpectedToast): Promise<void> {
	const toast = page
		.getByRole("region", { name: /Notifications/ })
		.getByRole("status")
		.or(page.getByRole("region", { name: /Notifications/ }).getByRole("listitem"))
		.filter({ has: page.getByText(title, { exact: true }) })
		.filter(description ? { has: page.getByText(description, { exact: true }) } : {})
		.filter({ has: page.locator(isDestructive ? "svg.text-danger" : "svg.text-good, svg.text-bot") })
		.first();
	// One look for all of it: a toast is gone after five seconds.
	await expect(toast).toBeVisible();
}

/** Fails a call the way a broken server does. */
export async function answerWith(page: Page, path: string, status: number, body: unknown = "broken"): Promise<void> {
	await page.route(`**${path}`, (route) =>
		typeof body === "string" ? route.fulfill({ status, body }) : route.fulfill({ status, json: body }),
	);
}

/**
 * Holds calls back on their way to the server, as a slow network does.
 * @returns lets them go, and all later ones
 */
export async function holdCalls(page: Page, path: string): Promise<() => void> {
	let letGo = () => {};
	const isAllowed = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	await page.route(`**${path}`, async (route) => {
		await isAllowed;
		await route.continue();
	});
	return letGo;
}

/** Opens a page that comes with its HTML, and waits until it hears what is pressed. */
export async function openReady(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await expect.poll(() => isHydrated(page)).toBe(true);
}

/** Whether the code of a page has taken its HTML over. */
export function isHydrated(page: Page): Promise<boolean> {
	const heading = page.locator("main h1").first();
	return heading.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps$")));
}

/** Closes a menu or a dialog by Escape: it listens a moment after it is seen, and what comes before is not heard. */
export async function closeByEscape(page: Page, layer: Locator): Promise<void> {
	await expect(layer).toBeVisible();
	await expect(async () => {
		await page.keyboard.press("Escape");
		await expect(layer).toBeHidden({ timeout: 3_000 });
	}).toPass();
}

/**
 * What axe reports: violations only, without the lists of what passes. It loads no style sheets a second time, since only a
 * rule that axe switches off by default (`css-orientation-lock`) reads them.
 */
const AXE_OPTIONS: Parameters<AxeBuilder["options"]>[0] = {
	resultTypes: ["violations"],
	preload: { assets: ["media"] },
};

/** Those of axe's rules that look at colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Looks for everything axe knows about, and in the dark theme once more for whatever depends on colours. */
export async function expectAccessible(page: Page): Promise<void> {
	// What stands above every page is there before a page that is loaded by itself.
	await expect(page.locator("h1, [role=heading][aria-level='1']").first()).toBeAttached();
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
		// No frames to look into: the newer mode opens a page of its own for each look.
		const axe = new AxeBuilder({ page }).setLegacyMode().options(AXE_OPTIONS);
		const { violations } = await (colorScheme === "light" ? axe : axe.withRules(OF_COLOURS)).analyze();
		const found = violations.map(
			({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => node.html).join("\n")}`,
		);
		expect(found).toEqual([]);
	}
}
