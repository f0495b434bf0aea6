import type { IncomingHttpHeaders } from "node:http";
import type { Visitor } from "./visitor.ts";

type Request = { method?: string | undefined; headers: IncomingHttpHeaders };

/** Places in a page that a browser loads without navigation. */
const NO_DOCUMENT = new Set(["image", "iframe", "frame", "embed", "object", "fencedframe"]);
const NO_NAVIGATION = new Set(["cors", "no-cors"]);
/**
 * Browsers that send `Accept-Language`: Chromium 80 and Firefox 90 (over TLS with `Sec-Fetch-*`), Safari, and Internet
 * Explorer.
 */
const TELLS_OF_ITSELF =
	/Chrome\/(?:[89]\d|\d{3,})\.|Firefox\/(?:9\d|\d{3,})\.|(?:Macintosh|iPhone|iPad|iPod|Windows).*Version\/[\d.]+ (?:Mobile\/\w+ )?Safari\/|Trident\/|MSIE \d/;

const SCANNER: Visitor = { answer: "universal", reason: "unsure:no-language", isBot: true, platform: null };

/**
 * Refines the visitor by the headers (P148): they can only show that it isn't a person. Fetchers and tools stay what
 * they are.
 * @param visitor by the user agent
 */
export function visitorOfRequest(visitor: Visitor, { headers }: Request): Visitor {
	if (visitor.isBot) return visitor;
	const destination = headers["sec-fetch-dest"];
	if (destination === "document") return visitor;
	const mode = headers["sec-fetch-mode"];
	// A browser sends both. Node's fetch, for one, sends only the mode ("cors"), which proves nothing.
	if (destination !== undefined && (NO_DOCUMENT.has(String(destination)) || NO_NAVIGATION.has(String(mode)))) {
		return { ...visitor, reason: `not-navigating:${destination}`, isBot: true };
	}
	if (headers["accept-language"] !== undefined || mode !== undefined || destination !== undefined) return visitor;
	// An in-app browser's first request may come from the app itself.
	const isApp = visitor.reason !== "human";
	return !isApp && TELLS_OF_ITSELF.test(headers["user-agent"] ?? "") ? SCANNER : visitor;
}

/**
 * Why a request isn't a view (P9): a prefetch may never be seen. Null if it is, as for any preview fetcher that read
 * the card (P124).
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
