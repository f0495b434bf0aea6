import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { launchChromium } from "../../server/testing/machine/chromium.ts";
import { startBuiltApp } from "./built-app.ts";

/** What the landing page may cost, on a slow phone: CPU slowed 4 times, 1.6 Mbit/s, 150 ms. */
const LIMITS = { scriptKb: 110, styleKb: 15, cls: 0, lcpMs: 2000 };
const RUNS = 5;

declare global {
	interface Window {
		measured: { cls: number; lcp: number; lcpElement: string };
	}
}

/** `npm run perf`: prints what the built landing page weighs and how it loads; ends with code 1 when over a limit. */
const app = await startBuiltApp();
const browser = await launchChromium();
try {
	const runs = [];
	for (let run = 0; run < RUNS; run++) runs.push(await measure(app.origin));
	const figures = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
	for (const figure of figures) {
		const values = runs.map((run) => run[figure]).sort((a, b) => a - b);
		const median = values[Math.floor(RUNS / 2)] ?? Number.NaN;
		const verdict = median <= LIMITS[figure] ? "ok" : "OVER";
		process.stdout.write(
			`${figure.padEnd(9)} ${String(median).padStart(6)}  limit ${LIMITS[figure]}  ${verdict}  (${values.join(", ")})\n`,
		);
		if (verdict === "OVER") process.exitCode = 1;
	}
	process.stdout.write(`Median of ${RUNS} runs of the landing page; largest element: ${runs[0]?.lcpElement}.\n`);
} finally {
	await browser.close();
	await app.stop();
}

async function measure(origin: string) {
	const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
	const page = await context.newPage();
	const loaded: { type: string; body: Promise<Buffer> }[] = [];
	page.on("response", (response) => {
		const type = response.request().resourceType();
		if (type === "script" || type === "stylesheet") loaded.push({ type, body: response.body() });
	});
	await page.addInitScript(observe);
	await slowDown(page);
	await page.goto(origin, { waitUntil: "networkidle" });
	const { cls, lcp, lcpElement } = await page.evaluate(() => window.measured);
	const weigh = async (wanted: string) => {
		const bodies = await Promise.all(loaded.filter(({ type }) => type === wanted).map(({ body }) => body));
		return round(bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000);
	};
	const [scriptKb, styleKb] = [await weigh("script"), await weigh("stylesheet")];
	await context.close();
	return {
		scriptKb,
		styleKb,
		cls: Math.round(cls * 10_000) / 10_000,
		lcpMs: Math.round(lcp),
		lcpElement,
	};
}

function observe(): void {
	window.measured = { cls: 0, lcp: 0, lcpElement: "" };
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
			if (!entry.hadRecentInput) window.measured.cls += entry.value;
		}
	}).observe({ type: "layout-shift", buffered: true });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
			window.measured.lcp = entry.startTime;
			window.measured.lcpElement = entry.element?.tagName.toLowerCase() ?? "";
		}
	}).observe({ type: "largest-contentful-paint", buffered: true });
}

async function slowDown(page: Page): Promise<void> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
	await devtools.send("Network.enable");
	const bytesPerSecond = 1_600_000 / 8;
	await devtools.send("Network.emulateNetworkConditions", {
		offline: false,
		latency: 150,
		downloadThroughput: bytesPerSecond,
		uploadThroughput: bytesPerSecond,
	});
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
