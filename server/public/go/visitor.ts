import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import {
	type Agent,
	AI_ASSISTANTS,
	ANDROID_MODEL,
	DESKTOP_APP,
	FETCHERS_NAMED_LIKE_APPS,
	IN_APP_BROWSERS,
	IOS_WEB_VIEW,
	PREVIEW_FETCHERS,
	UNNAMED_WEB_VIEW,
} from "./platforms.ts";
import { CRAWLER_PURPOSES, KNOWN_TOOLS } from "./tools.ts";

/** The longest user agent that is judged, and that a view row holds; a longer one is cut. */
export const USER_AGENT_MAX = 1024;

/** What a visitor is shown: the card alone, a redirect, or the page that does both (P4). */
export type Answer = "card" | "redirect" | "universal";

export type Visitor = {
	answer: Answer;
	/** Why, for logs and tables: `preview:whatsapp`, `human`, `human:in-app:instagram`, `bot:search`, `unsure:tool`. */
	reason: string;
	isBot: boolean;
	/** The platform's word for attribution, or null when the user agent names none. */
	platform: string | null;
};

const PERSON: Visitor = { answer: "redirect", reason: "human", isBot: false, platform: null };
const BROWSER_START = /^(?:Mozilla\/|Opera\/|\[FB|TV Bro\/|HbbTV\/)/i;
const NEVER_IN_APP = /compatible;|facebookexternalhit/i;
/** What draws a page; a tool that only poses as a browser often leaves it out. */
const ENGINE = /AppleWebKit|KHTML|Gecko|Trident|MSIE|Presto|Chrome\/|NetFront|Opera|WebPro|^\[FB/i;
/** What a browser writes from its first word to its last, without a word of its own about being compatible with one. */
const FULL_BROWSER = /AppleWebKit\/.*(?:Safari|Mobile)\/|Gecko\/\d+ Firefox\//;
/** No browser with this engine calls itself compatible with others. */
const POSES_AS_WEBKIT = /compatible;.*AppleWebKit|AppleWebKit.*compatible;/i;
const SAYS_IT_IS_A_BOT = /compatible|bot\b|crawl|spider|https?:|@|headless|lighthouse|preview/i;

/**
 * Who is asking, by the user agent alone (P4, P148). A wrong guess costs a wrong count, never a lost visitor: anyone who is
 * neither surely a preview fetcher nor surely a person gets the universal page.
 */
export function judgeUserAgent(userAgent: string): Visitor {
	if (userAgent.trim() === "") return unsure("bot:empty");
	if (KNOWN_TOOLS.test(userAgent)) return unsure("bot:tool");
	const mayBeInApp = BROWSER_START.test(userAgent) && !NEVER_IN_APP.test(userAgent);
	const app = mayBeInApp ? firstMatch(IN_APP_BROWSERS, userAgent) : null;
	if (app) return { ...PERSON, reason: `human:in-app:${app}`, platform: app };
	const fetcher = firstMatch(PREVIEW_FETCHERS, userAgent);
	if (fetcher) return preview(fetcher);
	const assistant = firstMatch(AI_ASSISTANTS, userAgent);
	if (assistant) return { ...unsure("bot:ai"), platform: assistant };
	const isWebView = mayBeInApp && UNNAMED_WEB_VIEW.test(userAgent);
	const isApp = isWebView || (mayBeInApp && (DESKTOP_APP.test(userAgent) || FULL_BROWSER.test(userAgent)));
	const named = isApp ? null : firstMatch(FETCHERS_NAMED_LIKE_APPS, userAgent);
	if (named) return preview(named);
	if (isWebView || isIosWebView(userAgent)) return { ...PERSON, reason: "human:in-app:webview" };
	if (isbot(userAgent.replace(ANDROID_MODEL, "$1K"))) {
		return unsure(`bot:${firstMatch(CRAWLER_PURPOSES, userAgent) ?? "other"}`);
	}
	if (!BROWSER_START.test(userAgent)) return unsure("unsure:tool");
	if (POSES_AS_WEBKIT.test(userAgent)) return unsure("unsure:tool");
	if (!ENGINE.test(userAgent)) return unsure("unsure:no-engine");
	return PERSON;
}

/**
 * The verdict's kind as a view's row keeps it: `human`, `in-app`, `not-navigating`, `preview`, or the reason of who is
 * neither a person nor a preview fetcher, such as `bot:search`. The platform is in the attribution (P25).
 */
export function kindOf({ reason }: Pick<Visitor, "reason">): string {
	if (reason === "human") return reason;
	if (reason.startsWith("preview:")) return "preview";
	if (reason.startsWith("human:")) return "in-app";
	return reason.startsWith("not-navigating:") ? "not-navigating" : reason;
}

/** {@link judgeUserAgent} with a memory: the same few thousand user agents make nearly all requests. */
export function visitorJudge(maxRemembered = 10_000): (userAgent: string) => Visitor {
	const known = new LRUCache<string, Visitor>({ max: maxRemembered });
	return (userAgent) => {
		const remembered = known.get(userAgent);
		if (remembered !== undefined) return remembered;
		const visitor = judgeUserAgent(userAgent);
		// What was cut keeps, in V8, the whole text that it was cut from.
		if (userAgent.length < USER_AGENT_MAX) known.set(userAgent, visitor);
		return visitor;
	};
}

function isIosWebView(userAgent: string): boolean {
	return IOS_WEB_VIEW.test(userAgent) && !SAYS_IT_IS_A_BOT.test(userAgent);
}

function preview(platform: string): Visitor {
	return { answer: "card", reason: `preview:${platform}`, isBot: true, platform };
}

function unsure(reason: string): Visitor {
	return { answer: "universal", reason, isBot: true, platform: null };
}

function firstMatch(platforms: readonly Agent[], userAgent: string): string | null {
	return platforms.find(({ match }) => match.test(userAgent))?.name ?? null;
}
