import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import type { Driver, Installation } from "./browsers/driver.ts";
import { FLOWS, type Journey } from "./browsers/flows.ts";
import { chromium, firefox } from "./browsers/puppeteer-driver.ts";
import { createTab } from "./browsers/tab.ts";
import { webkit } from "./browsers/webkit-driver.ts";
import { startBuiltApp } from "./built-app.ts";

/**
 * `npm run night -- browsers`: the built product in Firefox, WebKitGTK and Chromium, at the width of a phone and of a desk, as a
 * table of flows. `-- firefox` runs one of them. Ends with code 1 where a flow failed or a browser is not installed.
 */
const WIDTHS = [360, 1280];
const HEIGHT = 900;
const BROWSERS = [firefox, webkit, chromium];

const only = process.argv.slice(2).map((name) => name.toLowerCase());
const chosen = BROWSERS.filter(
	({ name }) => only.length === 0 || only.some((each) => name.toLowerCase().startsWith(each)),
);
const say = (line: string) => process.stdout.write(`${line}\n`);
const failures: string[] = [];
const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-browsers-"));
const image = path.join(folder, "sea.png");
await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#0f6b6b" } }).toFile(image);
const app = await startBuiltApp();
try {
	for (const installation of chosen) await runIn(installation);
} finally {
	await app.stop();
	await rm(folder, { recursive: true });
}
for (const failure of failures) say(failure);
say(failures.length === 0 ? "All held." : `${failures.length} did not hold.`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function runIn({ name, missing, howTo, start }: Installation): Promise<void> {
	const lacks = missing();
	if (lacks.length > 0) {
		failures.push(`${name} is not installed (${lacks.join(", ")}): ${howTo}`);
		return;
	}
	const driver = await start();
	try {
		const columns = [];
		for (const width of WIDTHS) columns.push(await runAt(width, driver, name));
		say(`\n${driver.version}`.padEnd(27) + WIDTHS.map((width) => String(width).padStart(8)).join(""));
		for (const [at, flow] of FLOWS.entries()) {
			say(flow.name.padEnd(26) + columns.map((verdicts) => (verdicts[at] ?? "not run").padStart(8)).join(""));
		}
	} finally {
		await driver.close();
	}
}

/** The verdict of each flow. */
async function runAt(width: number, driver: Driver, name: string): Promise<string[]> {
	await driver.forget();
	await driver.resize(width, HEIGHT);
	const journey: Journey = { email: `ada-${randomUUID()}@example.com`, image, linkSlug: "", shortUrl: "" };
	const tab = createTab(driver, app.origin);
	const verdicts: string[] = [];
	for (const flow of FLOWS) {
		// Without an account and a link there is nothing to try.
		if (verdicts.slice(0, 3).includes("FAILED")) break;
		try {
			await flow.run(tab, journey);
			await tab.expect("document.documentElement.scrollWidth <= innerWidth");
			verdicts.push("held");
		} catch (error) {
			verdicts.push("FAILED");
			const shown = await tab
				.evaluate<string>('location.pathname + " " + document.body.innerText.slice(0, 200)')
				.catch(String);
			failures.push(
				`${name} at ${width}, ${flow.name}: ${String(error).split("\n")[0]}, at ${shown.replace(/\s+/g, " ")}`,
			);
		}
	}
	return verdicts;
}
