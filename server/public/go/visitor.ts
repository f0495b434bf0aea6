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

/** The longest user agent that is checked and stored; longer ones are cut. */
export const USER_AGENT_MAX = 1024;

/** What a visitor gets: the card, a redirect, or the page with both (P4). */
export type Answer = "card" | "redirect" | "universal";

export type Visitor = {
	answer: Answer;
	/** For logs and tables: `preview:whatsapp`, `human`, `human:in-app:instagram`, `bot:search`, `unsure:tool`. */
	reason: string;
	isBot: boolean;
	platform: string | null;
};

const PERSON: Visitor = { answer: "redirect", reason: "human", isBot: false, platform: null };
const BROWSER_START = /^(?:Mozilla\/|Opera\/|\[FB|TV Bro\/|HbbTV\/)/i;
const NEVER_IN_APP = /compatible;|facebookexternalhit/i;
/** A rendering engine; tools posing as browsers often omit it. */
const ENGINE = /AppleWebKit|KHTML|Gecko|Trident|MSIE|Presto|Chrome\/|NetFront|Opera|WebPro|^\[FB/i;
/** A complete browser's user agent, without its own claim of compatibility. */
const FULL_BROWSER = /AppleWebKit\/.*(?:Safari|Mobile)\/|Gecko\/\d+ Firefox\//;
/** No browser with this engine claims compatibility with others. */
const POSES_AS_WEBKIT = /compatible;.*AppleWebKit|AppleWebKit.*compatible;/i;
const SAYS_IT_IS_A_BOT = /compatible|bot\b|crawl|spider|https?:|@|headless|lighthouse|preview/i;

/**
 * Classifies a user agent (P4, P148). A wrong guess miscounts but loses no visitor: anyone unclear gets the universal
 * page.
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
 * The kind stored with a view: `human`, `in-app`, `not-navigating`, `preview`, or another reason, such as `bot:search`.
 * The platform is in the attribution (P25).
 */
export function kindOf({ reason }: Pick<Visitor, "reason">): string {
	if (reason === "human") return reason;
	if (reason.startsWith("preview:")) return "preview";
	if (reason.startsWith("human:")) return "in-app";
	return reason.startsWith("not-navigating:") ? "not-navigating" : reason;
}

/** A cached {@link judgeUserAgent}: a few thousand user agents make up nearly all requests. */
export function visitorJudge(maxRemembered = 10_000): (userAgent: string) => Visitor {
	const known = new LRUCache<string, Visitor>({ max: maxRemembered });
	return (userAgent) => {
		const remembered = known.get(userAgent);
		if (remembered !== undefined) return remembered;
		const visitor = judgeUserAgent(userAgent);
		// In V8 a substring keeps the whole original in memory.
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
