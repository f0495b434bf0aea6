/** The slugs of a link, the query that came with them, with its `?`, and whether a plus after them asks for its trust page. */
export type LenientLink = { userSlug: string; linkSlug: string; search: string; isTrustPage: boolean };

/** A character outside ASCII, plain or escaped, in UTF-8 or any other encoding. No slug can contain one. */
const NOT_ASCII = /[^\0-\x7f]|%[89a-f](?:[0-9a-f]|$)/i;
const SLUG = String.raw`([\w-]{1,20})`;
/** What is left out at the end of an address. */
const AT_END = String.raw`[/.?\s%]*`;
/** After one of these, all that follows is left out: `launch,and`, `launch's`, `launch](x`. */
const CLOSING = String.raw`[,;:!'"*()[\]{}<>|^\x60~]`;
const LINK = new RegExp(`^/go/${SLUG}/${SLUG}(\\+?)${AT_END}(?:${CLOSING}[^]*)?$`, "i");
const CUT_ESCAPE = /%[0-9a-f]?$/i;
/** Longer addresses can't be a link with text after it. */
const PATH_MAX = 2_048;

/**
 * Reads a path that matches no link unchanged: with slashes doubled, `/GO/` for `/go/`, letters escaped, text of the
 * sentence around it at its end, or parameters that begin with `&` instead of `?` (P125).
 * @param search the request's query with its `?`, or empty
 */
export function readLenientPath(path: string, search: string): LenientLink | null {
	const [whole = "", ...pairs] = path.split("&");
	const end = whole.search(NOT_ASCII);
	const address = end < 0 ? whole : whole.slice(0, end);
	if (address.length > PATH_MAX) return null;
	const link = LINK.exec(decoded(address.replace(/\/{2,}/g, "/").replace(CUT_ESCAPE, "")));
	if (!link) return null;
	const [, userSlug = "", linkSlug = "", plus] = link;
	return { userSlug, linkSlug, search: withPairs(search, pairs), isTrustPage: plus === "+" };
}

/** Parameters of the path go before those of the query; `&amp;` is an `&` that was written for a page. */
function withPairs(search: string, pairs: string[]): string {
	const own = pairs.map((pair) => pair.replace(/^amp;/i, "")).filter((pair) => pair.includes("="));
	if (own.length === 0) return search;
	return `?${[...own, ...(search.length > 1 ? [search.slice(1)] : [])].join("&")}`;
}

/** Unescaped, segment by segment: an escaped slash is part of a slug, and so of one that can't exist. @param path ASCII */
function decoded(path: string): string {
	return path
		.split("/")
		.map((segment) => unescaped(segment).replaceAll("/", "\0"))
		.join("/");
}

function unescaped(segment: string): string {
	return segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
