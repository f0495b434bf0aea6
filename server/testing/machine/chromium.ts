import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/google-chrome"];

/** A real Chromium: Playwright's own, or the machine's. `npm run browser` makes sure that there is one. */
export function launchChromium(): Promise<Browser> {
	const executablePath = [chromium.executablePath(), ...INSTALLED].find((file) => existsSync(file));
	return chromium.launch({
		...(executablePath && { executablePath }),
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
	});
}
