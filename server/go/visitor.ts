import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import { CRAWLER_PURPOSES, IN_APP_BROWSERS, type Platform, PREVIEW_FETCHERS, UNNAMED_WEB_VIEW } from "./platforms.ts";

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
const BROWSER_START = /^(?:Mozilla\/|Opera\/|\[FB)/;
const IN_APP_START = /^(?:Mozilla|Opera|\[FB)/;
const NEVER_IN_APP = /compatible;|facebookexternalhit/i;

/**
 * Who is asking, by the user agent alone. A wrong guess costs a wrong count, never a lost visitor: whoever is neither
 * surely a preview fetcher nor surely a person gets the universal page.
 */
export function judgeUserAgent(userAgent: string): Visitor {
	if (userAgent.trim() === "") return unsure("bot:empty");
	const mayBeInApp = IN_APP_START.test(userAgent) && !NEVER_IN_APP.test(userAgent);
	const app = mayBeInApp ? firstMatch(IN_APP_BROWSERS, userAgent) : null;
	if (app) return { ...PERSON, reason: `human:in-app:${app}`, platform: app };
	const fetcher = firstMatch(PREVIEW_FETCHERS, userAgent);
	if (fetcher) return { answer: "card", reason: `preview:${fetcher}`, isBot: true, platform: fetcher };
	if (mayBeInApp && UNNAMED_WEB_VIEW.test(userAgent)) return { ...PERSON, reason: "human:in-app:webview" };
	if (isbot(userAgent)) return unsure(`bot:${firstMatch(CRAWLER_PURPOSES, userAgent) ?? "other"}`);
	if (!BROWSER_START.test(userAgent)) return unsure("unsure:tool");
	return PERSON;
}

/** {@link judgeUserAgent} with a memory: the same few thousand user agents make nearly all requests. */
export function visitorJudge(maxRemembered = 10_000): (userAgent: string) => Visitor {
	const known = new LRUCache<string, Visitor>({ max: maxRemembered });
	return (userAgent) => {
		const remembered = known.get(userAgent);
		if (remembered !== undefined) return remembered;
		const visitor = judgeUserAgent(userAgent);
		known.set(userAgent, visitor);
		return visitor;
	};
}

/**
 * Why a request is not counted as a view (P9), or null when it is.
 * A prefetch may never be seen; a HEAD shows nothing.
 */
export function uncountedReason(request: {
	method?: string | undefined;
	headers: Record<string, string | string[] | undefined>;
}): "head" | "prefetch" | null {
	if (request.method === "HEAD") return "head";
	const { headers } = request;
	const isPrefetch =
		startsWith(headers["sec-purpose"], "prefetch") ||
		startsWith(headers.purpose, "prefetch") ||
		startsWith(headers["x-moz"], "prefetch") ||
		startsWith(headers["x-purpose"], "preview");
	return isPrefetch ? "prefetch" : null;
}

function unsure(reason: string): Visitor {
	return { answer: "universal", reason, isBot: true, platform: null };
}

function firstMatch(platforms: readonly Platform[], userAgent: string): string | null {
	return platforms.find(({ match }) => match.test(userAgent))?.name ?? null;
}

function startsWith(header: string | string[] | undefined, word: string): boolean {
	return typeof header === "string" && header.toLowerCase().startsWith(word);
}
