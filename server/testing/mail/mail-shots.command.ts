import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { launchChromium } from "../machine/chromium.ts";
import { sampleMails } from "./sample-mails.ts";

/** `npx tsx server/testing/mail/mail-shots.command.ts [folder]`: every mail at 320 and 600 px, light and dark, and their texts. */
const [folder = ".data/mail-shots"] = process.argv.slice(2);
const TITLE = "Summer sale: eleven beaches that you can reach by train from Lisbon";
mkdirSync(folder, { recursive: true });
const browser = await launchChromium();
const mails = sampleMails(TITLE);
for (const { kind, html } of mails) {
	for (const width of [320, 600]) {
		for (const colorScheme of ["light", "dark"] as const) {
			const page = await browser.newPage({ viewport: { width, height: 480 }, colorScheme });
			await page.setContent(html);
			await page.screenshot({ path: path.join(folder, `${kind}-${width}-${colorScheme}.png`), fullPage: true });
			await page.close();
		}
	}
}
await browser.close();
const texts = mails.map(({ subject, text }) => `Subject: ${subject}\n\n${text}\n`).join(`\n${"=".repeat(72)}\n\n`);
writeFileSync(path.join(folder, "texts.txt"), texts);
