import type { Platform } from "#shared/public/platforms/platform.ts";
import { PLATFORMS } from "#shared/public/platforms/platforms.ts";

/** A kind of client, identified by its user agent. `name` is used in attribution and reasons. */
export type Agent = { name: string; match: RegExp };

/** The user agents of one kind, in the order in which they are looked for; the first match names the platform. */
function agentsOf(kind: "fetcher" | "fetcherNamedLikeApp" | "assistant" | "inApp"): readonly Agent[] {
	const isFirst = (platform: Platform) => Number(platform.namesOthers === true);
	return PLATFORMS.toSorted((one, other) => isFirst(other) - isFirst(one)).flatMap(({ word, [kind]: match }) =>
		match ? [{ name: word, match }] : [],
	);
}

/**
 * Services that fetch a link to draw its preview. No person's user agent contains these names. Sources: each vendor's own
 * page or source code, and logs (user agents seen in 2026).
 */
export const PREVIEW_FETCHERS = agentsOf("fetcher");

/** Fetchers whose name their own app bears, too: no fetcher inside a person's browser or app. */
export const FETCHERS_NAMED_LIKE_APPS = agentsOf("fetcherNamedLikeApp");

/** Assistants that read a page because someone asked them to, and their makers' crawlers: no cards, but known by name. */
export const AI_ASSISTANTS = agentsOf("assistant");

/** Browsers inside apps: people, though their user agents often look like a crawler's. */
export const IN_APP_BROWSERS = agentsOf("inApp");

/** A desktop app that is a browser inside: its name may be a fetcher's. */
export const DESKTOP_APP = /Electron\//;

/** An app's browser of no known name, a television's, or a browser or phone that reads like a bot. Asked after the preview fetchers. */
export const UNNAMED_WEB_VIEW =
	/; wv\)|WebView|CUBOT|TV Bro\/|VIDAA|Hisense|Html5Plus|SogouMSE|SogouMobileBrowser|MetaSr|GNews Android/;

/** The browser of an app on Android. */
export const ANDROID_WEB_VIEW = /; wv\)/;

/** The browser of an app on an iPhone or iPad: what is there instead of Safari's name is the app's. */
export const IOS_WEB_VIEW =
	/^Mozilla\/5\.0 \(i(?:Phone|Pad|Pod)[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)(?!.*Safari\/)/i;

/** A phone's own name, which may read like a bot's ("M bot 60", "Discovery", "Spider 8"). */
export const ANDROID_MODEL =
	/(\bAndroid[ /]?[\w.-]*; (?:[a-z]{2}[-_][a-z]{2}; )?)[^;()/@]+?(?= Build\/|; (?:wv|rv)\)|\) AppleWebKit)/i;
