import { mkdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { launchChromium } from "../../server/testing/machine/chromium.ts";
import { API_SHOTS, KEPT_KEYS } from "./api-shots.ts";
import { billingShots } from "./billing-shots.ts";
import { BILLING_STATES } from "./billing-states.ts";
import { startBuiltApp } from "./built-app.ts";
import { IMAGES } from "./image-shots.ts";
import { becomePerson, createLink } from "./person.ts";
import { becomeBusySubscriber } from "./shot-steps.ts";
import { NEW_ACCOUNT, NEW_SUBSCRIBER, PUBLIC, type Shot, SUBSCRIBER, WITHOUT_PLAN } from "./shots.ts";
import { STARTS, STARTS_IN_VAIN } from "./start-shots.ts";
import { WEBHOOK_SHOTS } from "./webhook-shots.ts";

const WIDTHS = { 360: 740, 1280: 800 } as const;
const THEMES = ["light", "dark"] as const;

/**
 * `npm run night -- screenshots`: every screen of the built app in its states, at 360 and 1280 pixels, light and dark, in a
 * temporary folder or in that of `-- --folder FOLDER`; `npm run night -- screenshots account`: those whose name matches. Those
 * of the states of billing are called `state-...`.
 */
const { values, positionals } = parseArgs({ options: { folder: { type: "string" } }, allowPositionals: true });
const folder = path.resolve(values.folder ?? path.join(os.tmpdir(), "visualink-screenshots"));
const wanted = new RegExp(positionals[0] ?? "");
const app = await startBuiltApp();
const browser = await launchChromium();
try {
	await mkdir(folder, { recursive: true });
	await shoot(browser, PUBLIC);
	await shoot(browser, NEW_ACCOUNT, (context) => becomePerson(context.request));
	await shoot(browser, [...WITHOUT_PLAN, KEPT_KEYS], (context) => becomePerson(context.request, { hasConsent: true }));
	await shoot(browser, NEW_SUBSCRIBER, (context) => becomePerson(context.request, { plan: "starter" }));
	await shoot(browser, [...SUBSCRIBER, ...IMAGES], becomeBusySubscriber);
	await shoot(browser, [...API_SHOTS, ...WEBHOOK_SHOTS], (context) => becomePerson(context.request, { plan: "pro" }));
	// One person may have 20 pages and images read a minute.
	for (const starts of [STARTS, STARTS_IN_VAIN]) {
		for (const theme of THEMES) {
			await shoot(browser, starts, (context) => becomePerson(context.request, { plan: "pro" }), [theme]);
		}
	}
	for (const [state, become] of Object.entries(BILLING_STATES)) {
		await shoot(browser, billingShots(state), (context) => become(context.request));
	}
	await shoot(browser, billingShots("disabled"), becomeDisabled);
	process.stdout.write(`They are in ${folder}\n`);
} finally {
	await browser.close();
	await app.stop();
}

/** Someone whom an operator has disabled while they pay. */
async function becomeDisabled({ request }: BrowserContext): Promise<void> {
	const { email } = await becomePerson(request, { plan: "pro" });
	await createLink(request);
	await app.run("operator.command.js", "disable", "user", email);
}

async function shoot(
	on: Browser,
	all: Shot[],
	signIn?: (context: BrowserContext) => Promise<unknown>,
	themes: readonly (typeof THEMES)[number][] = THEMES,
): Promise<void> {
	const shots = all.filter(({ name }) => wanted.test(name));
	if (shots.length === 0) return;
	const first = await on.newContext({ baseURL: app.origin });
	await signIn?.(first);
	const storageState = await first.storageState();
	await first.close();
	for (const [width, height] of Object.entries(WIDTHS)) {
		for (const colorScheme of themes) {
			const context = await on.newContext({
				baseURL: app.origin,
				storageState,
				colorScheme,
				reducedMotion: "reduce",
				viewport: { width: Number(width), height },
			});
			for (const { name, path: address, prepare } of shots) {
				const page = await context.newPage();
				try {
					await page.goto(address, { waitUntil: "networkidle" });
					await prepare?.(page);
					await loadEverything(page);
					// A dialog or menu covers what is on the screen, and no more.
					const fullPage = (await page.locator("[role=dialog], [role=menu]").count()) === 0;
					if (fullPage) await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
					await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });
					process.stdout.write(`${name}-${width}-${colorScheme}${await overflow(page)}\n`);
				} catch (error) {
					process.stdout.write(`${name}-${width}-${colorScheme} FAILED ${String(error).split("\n")[0]}\n`);
					process.exitCode = 1;
				}
				await page.close();
			}
			await context.close();
		}
	}
}

/** Images further down are loaded only when they come near. */
async function loadEverything(page: Page): Promise<void> {
	await page.evaluate(async () => {
		for (const image of document.images) image.loading = "eager";
		await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
		await document.fonts.ready;
	});
}

async function overflow(page: Page): Promise<string> {
	const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
	return pixels > 0 ? ` OVERFLOWS by ${pixels}` : "";
}
