import type { Platform } from "#shared/public/platforms/platform.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";

export type Agent = { name: string; match: RegExp };

/** User agents of one kind in matching order; the first match names the platform. */
function agentsOf(kind: "fetcher" | "fetcherNamedLikeApp" | "assistant" | "inApp"): readonly Agent[] {
	const isFirst = (platform: Platform) => Number(platform.namesOthers === true);
	return PLATFORMS.toSorted((one, other) => isFirst(other) - isFirst(one)).flatMap(({ word, [kind]: match }) =>
		match ? [{ name: word, match }] : [],
	);
}

/**
 * Services that fetch links for previews; no person's user agent has these names. Sources: vendors' pages or code, and
 * logs (2026).
 */
export const PREVIEW_FETCHERS = agentsOf("fetcher");

/** Fetchers whose apps have the same name: ignored in browsers and apps. */
export const FETCHERS_NAMED_LIKE_APPS = agentsOf("fetcherNamedLikeApp");

export const AI_ASSISTANTS = agentsOf("assistant");

export const IN_APP_BROWSERS = agentsOf("inApp");

/** A desktop app built on a browser: its name may equal a fetcher's. */
export const DESKTOP_APP = /Electron\//;

/** Unknown in-app browsers, televisions, and browsers or phones that look like bots. Checked after preview fetchers. */
export const UNNAMED_WEB_VIEW =
	/; wv\)|WebView|CUBOT|TV Bro\/|VIDAA|Hisense|Html5Plus|SogouMSE|SogouMobileBrowser|MetaSr|GNews Android/;

export const ANDROID_WEB_VIEW = /; wv\)/;

/** An in-app browser on iOS: the app's name replaces Safari's. */
export const IOS_WEB_VIEW =
	/^Mozilla\/5\.0 \(i(?:Phone|Pad|Pod)[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?!.*Safari\/)/i;

/** A phone's model, which may look like a bot's name ("M bot 60", "Discovery", "Spider 8"). */
export const ANDROID_MODEL =
	/(\bAndroid[ /]?[\w.-]*; (?:[a-z]{2}[-_][a-z]{2}; )?)[^;()/@]+?(?= Build\/|; (?:wv|rv)\)|\) AppleWebKit)/i;
