import os from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_LAUNCH, findChromium } from "./server/testing/machine/chromium.ts";
import { testFonts } from "./server/testing/machine/fonts.ts";
import { PATIENT } from "./server/testing/machine/patient.ts";

const PORT = Number(process.env.E2E_PORT ?? 3210);
const executablePath = findChromium();

/** How many times slower pages compute, as on an old phone (`CPU_SLOWDOWN=6 npm run test:e2e`). */
const cpuSlowdown = Number(process.env.CPU_SLOWDOWN ?? 1);

const EXTENDED = /\.extended\.spec\.ts$/;

/** This process's own, without what is unset. */
function environment(): Record<string, string> {
	return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

export default defineConfig<object, { cpuSlowdown: number }>({
	testDir: "./client/e2e",
	outputDir: "./test-results",
	fullyParallel: true,
	workers: 2,
	// The summary of the suite lists what passes at its second try only.
	retries: 1,
	forbidOnly: Boolean(process.env.CI),
	reporter: [["list"], ["./server/testing/reporters/playwright.ts"]],
	// What a machine may need that does much else: nothing waits for as long as this where all is well.
	timeout: 240_000 * cpuSlowdown,
	expect: { timeout: 60_000 * cpuSlowdown },
	use: {
		cpuSlowdown,
		baseURL: `http://localhost:${PORT}`,
		locale: "en-US",
		viewport: { width: 1280, height: 800 },
		// No traces: to record one, Playwright fetches images inside the page, which its security policy refuses.
		screenshot: "only-on-failure",
		launchOptions: {
			...CHROMIUM_LAUNCH,
			...(executablePath && { executablePath }),
			env: { ...environment(), ...testFonts() },
		},
	},
	// A file says by its name where it belongs (server/testing/README.md).
	projects: [
		{ name: "core", testIgnore: EXTENDED },
		{ name: "extended", testMatch: EXTENDED },
	],
	// The built app as anyone starts it: embedded database and sandbox, in a data folder of this run's own.
	webServer: {
		command: "node --enable-source-maps dist/server/main.js",
		url: `http://localhost:${PORT}/readyz`,
		env: {
			PORT: String(PORT),
			DATA_DIR: path.join(os.tmpdir(), `visualink-e2e-${Date.now()}`),
			LOG_LEVEL: "warn",
			...PATIENT,
		},
		stdout: "ignore",
		gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
		timeout: 60_000,
	},
});
