import { existsSync } from "node:fs";
import { type Browser, chromium } from "@playwright/test";
import { fetchChromium } from "./fetch-chromium.ts";

/** What Playwright switches off. It is repeated here because Chromium uses the last `--disable-features` only. */
const OFF_BY_PLAYWRIGHT = [
	"AvoidUnnecessaryBeforeUnloadCheckSync",
	"DestroyProfileOnBrowserClose",
	"HttpsUpgrades",
	"HttpsFirstBalancedModeAutoEnable",
	"LensOverlay",
	"MediaRouter",
	"PaintHolding",
	"ThirdPartyStoragePartitioning",
	"AvoidCorsURLLoaderRestartOnRedirect",
	"TcpPortRandomizationWin",
	"OptimizationHints",
	"NetworkTimeServiceQuerying",
	"AimEnabled",
	"PreconnectToSearch",
	"msForceBrowserSignIn",
	"msEdgeUpdateLaunchServicesPreferredVersion",
];

/** The address bar's suggestions: two web pages that each new window renders, at the cost of a page of ours. */
const ADDRESS_BAR_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** A renderer that Chromium starts ahead of need: each test has a context of its own, and closes it before one is used. */
const SPARE_RENDERER = "SpareRendererForSitePerProcess";

/** For a browser that must not reach for its maker's servers; as root it needs its sandbox switched off. */
const ARGS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--no-first-run",
	`--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR_PAGES, SPARE_RENDERER].join(",")}`,
];

/** How to start it: with the back/forward cache, too, which people have and Playwright switches off (P272). */
export const CHROMIUM_LAUNCH = { args: ARGS, ignoreDefaultArgs: ["--disable-back-forward-cache"] };

/**
 * Path of a Chromium on this machine, or null: the one that `CHROMIUM_PATH` names, else Playwright's own, Debian's or
 * Google's.
 * @throws Error when `CHROMIUM_PATH` names no file: another browser than the one asked for would be a surprise.
 */
// biome-ignore lint/style/noProcessEnv: how a person tells every test and tool which browser
export function findChromium(named: string | undefined = process.env.CHROMIUM_PATH): string | null {
	if (named) {
		if (existsSync(named)) return named;
		throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
	}
	const candidates = [
		chromium.executablePath(),
		"/usr/bin/chromium",
		"/usr/bin/chromium-headless-shell",
		"/usr/bin/chromium-browser",
		"/usr/bin/google-chrome",
		"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	];
	return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * Finds a Chromium, or installs one (`fetchChromium`).
 * @throws Error with one sentence that says what to do.
 */
export async function ensureChromium(): Promise<string> {
	const found = findChromium();
	if (found) return found;
	await fetchChromium();
	const fetched = findChromium();
	if (fetched) return fetched;
	throw new Error("No Chromium was found or could be fetched: install one and name it in CHROMIUM_PATH.");
}

/** A real Chromium without a window, found as above. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
	return await chromium.launch({ executablePath: await ensureChromium(), ...CHROMIUM_LAUNCH });
}
