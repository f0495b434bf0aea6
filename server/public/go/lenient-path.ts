/** A link's slugs and query, with its `?`, and whether a plus asks for its trust page. */
export type LenientLink = { userSlug: string; linkSlug: string; search: string; isTrustPage: boolean };

/** A character outside ASCII, plain or escaped, in any encoding. No slug can contain one. */
const NOT_ASCII = /[^\0-\x7f]|%[89a-f](?:[0-9a-f]|$)/i;
const SLUG = String.raw`([\w-]{1,20})`;
/** Dropped at the end of an address. */
const AT_END = String.raw`[/.?\s%]*`;
/** Drops the rest of the address: `launch,and`, `launch's`, `launch](x`. */
const CLOSING = String.raw`[,;:!'"*()[\]{}<>|^\x60~]`;
const LINK = new RegExp(`^/go/${SLUG}/${SLUG}(\\+?)${AT_END}(?:${CLOSING}[^]*)?$`, "i");
const CUT_ESCAPE = /%[0-9a-f]?$/i;
/** Longer addresses can't be a link with text after it. */
const PATH_MAX = 2_048;

/**
 * Parses a path that matches no link exactly: doubled slashes, `/GO/`, escaped letters, trailing text, or parameters
 * after `&` instead of `?` (P125).
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

/** The path's parameters precede the query's; `&amp;` is an `&` escaped for HTML. */
function withPairs(search: string, pairs: string[]): string {
	const own = pairs.map((pair) => pair.replace(/^amp;/i, "")).filter((pair) => pair.includes("="));
	if (own.length === 0) return search;
	return `?${[...own, ...(search.length > 1 ? [search.slice(1)] : [])].join("&")}`;
}

/** Unescapes each segment: an escaped slash stays part of its (impossible) slug. @param path ASCII */
function decoded(path: string): string {
	return path
		.split("/")
		.map((segment) => unescaped(segment).replaceAll("/", "\0"))
		.join("/");
}

function unescaped(segment: string): string {
	return segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
