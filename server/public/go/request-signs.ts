import type { IncomingHttpHeaders } from "node:http";
import type { Visitor } from "./visitor.ts";

type Request = { method?: string | undefined; headers: IncomingHttpHeaders };

/** Places in a page that a browser fills without anyone having gone there. */
const NO_DOCUMENT = new Set(["image", "iframe", "frame", "embed", "object", "fencedframe"]);
const NO_NAVIGATION = new Set(["cors", "no-cors"]);
/**
 * Browsers that send `Accept-Language` with every request: Chromium from 80 on and Firefox from 90 on, which on a secure
 * connection send `Sec-Fetch-*` as well; Safari; and Internet Explorer.
 */
const TELLS_OF_ITSELF =
	/Chrome\/(?:[89]\d|\d{3,})\.|Firefox\/(?:9\d|\d{3,})\.|(?:Macintosh|iPhone|iPad|iPod|Windows).*Version\/[\d.]+ (?:Mobile\/\w+ )?Safari\/|Trident\/|MSIE \d/;

const SCANNER: Visitor = { answer: "universal", reason: "unsure:no-language", isBot: true, platform: null };

/**
 * Who is asking, once the headers have been read next to the user agent (P148). They only ever take a person's name
 * away: a fetcher or a tool stays what it is, whatever its headers say.
 * @param visitor the verdict on the user agent
 */
export function visitorOfRequest(visitor: Visitor, { headers }: Request): Visitor {
	if (visitor.isBot) return visitor;
	const destination = headers["sec-fetch-dest"];
	if (destination === "document") return visitor;
	const mode = headers["sec-fetch-mode"];
	// A browser sends both. A library that sends only the mode (Node's fetch says "cors") proves nothing.
	if (destination !== undefined && (NO_DOCUMENT.has(String(destination)) || NO_NAVIGATION.has(String(mode)))) {
		return { ...visitor, reason: `not-navigating:${destination}`, isBot: true };
	}
	if (headers["accept-language"] !== undefined || mode !== undefined || destination !== undefined) return visitor;
	// An app's browser may have its first request made by the app itself.
	const isApp = visitor.reason !== "human";
	return !isApp && TELLS_OF_ITSELF.test(headers["user-agent"] ?? "") ? SCANNER : visitor;
}

/**
 * Why a request is not counted as a view (P9), or null when it is.
 * A prefetch may never be seen; a HEAD shows nothing. A preview fetcher has read the card, whatever it says (P124).
 */
export function uncountedReason(visitor: Visitor, { method, headers }: Request): "head" | "prefetch" | null {
	if (method === "HEAD") return "head";
	if (visitor.answer === "card") return null;
	const purpose = headers.purpose;
	const appPurpose = headers["x-purpose"];
	const isPrefetch =
		startsWith(headers["sec-purpose"], "prefetch") ||
		startsWith(headers["x-moz"], "prefetch") ||
		startsWith(purpose, "prefetch") ||
		startsWith(purpose, "prerender") ||
		startsWith(appPurpose, "preview") ||
		startsWith(appPurpose, "instant");
	return isPrefetch ? "prefetch" : null;
}

function startsWith(header: string | string[] | undefined, word: string): boolean {
	return typeof header === "string" && header.toLowerCase().startsWith(word);
}
