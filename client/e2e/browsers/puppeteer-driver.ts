import { existsSync } from "node:fs";
import puppeteer, { type BrowserContext, type ElementHandle, type Page } from "puppeteer-core";
import { CHROMIUM_LAUNCH, findChromium } from "../../../server/testing/machine/chromium.ts";
import type { Driver, Installation } from "./driver.ts";

const FIREFOX = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"];
const findFirefox = () => FIREFOX.find((file) => existsSync(file));

export const firefox: Installation = {
	name: "Firefox",
	missing: () => (findFirefox() ? [] : ["firefox-esr"]),
	howTo: "apt-get install firefox-esr",
	start: () => start({ browser: "firefox", executablePath: findFirefox() ?? "" }),
};

export const chromium: Installation = {
	name: "Chromium",
	missing: () => (findChromium() ? [] : ["chromium"]),
	howTo: "npm run browser",
	start: () =>
		start({
			browser: "chrome",
			executablePath: findChromium() ?? "",
			args: CHROMIUM_LAUNCH.args,
			ignoreDefaultArgs: ["--disable-back-forward-cache"],
		}),
};

/** By WebDriver BiDi for Firefox, and by its own protocol for Chromium. */
async function start(options: NonNullable<Parameters<typeof puppeteer.launch>[0]>): Promise<Driver> {
	const browser = await puppeteer.launch({ ...options, headless: true });
	let context: BrowserContext = await browser.createBrowserContext();
	let page: Page = await context.newPage();
	const element = async (selector: string): Promise<ElementHandle> => {
		const found = await page.$(selector);
		if (!found) throw new Error(`Nothing is at ${selector}`);
		return found;
	};
	return {
		version: await browser.version(),
		resize: (width, height) => page.setViewport({ width, height }),
		goto: async (url) => void (await page.goto(url, { waitUntil: "domcontentloaded" })),
		// A page that the browser kept is there at once, and Puppeteer would wait for it to load.
		back: async () => void (await page.evaluate("setTimeout(() => history.back())")),
		evaluate: (expression) => page.evaluate(expression) as Promise<never>,
		click: async (selector) => (await element(selector)).click(),
		type: async (selector, text) => (await element(selector)).type(text),
		upload: async (selector, file) => ((await element(selector)) as ElementHandle<HTMLInputElement>).uploadFile(file),
		forget: async () => {
			await context.close();
			context = await browser.createBrowserContext();
			page = await context.newPage();
		},
		close: () => browser.close(),
	};
}
