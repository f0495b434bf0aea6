/** The slugs of a link, and the query that came with them, with its `?`. */
export type StuckLink = { userSlug: string; linkSlug: string; search: string };

/**
 * What chat programs, mail programs and people leave at the end of an address: punctuation, closing brackets and quotes,
 * white space, marks without width, and what is left of an escape that was cut (`%`, `%E2%80`). No slug can hold any of it.
 */
const STUCK = String.raw`.,;:!?)\]}>"'*…”’»\x60\s%\u00ad\u200b-\u200f\u2060-\u2064\ufeff\ufffd`;
const LINK = new RegExp(String.raw`^/go/([\w-]{1,20})/([\w-]{1,20})[/${STUCK}]*$`, "i");
const CUT_ESCAPE = /%[0-9a-f]?$/i;
/** Longer addresses are nobody's link with something at its end. */
const PATH_MAX = 2_048;

/**
 * Reads a path that is no link's as it stands: with slashes doubled, `/GO/` for `/go/`, letters escaped, something stuck
 * to its end, or parameters begun with `&` for want of a `?` (P125).
 * @param search the request's query with its `?`, or empty
 */
export function readStuckPath(path: string, search: string): StuckLink | null {
	if (path.length > PATH_MAX) return null;
	const [address = "", ...pairs] = path.split("&");
	const link = LINK.exec(decoded(address.replace(/\/{2,}/g, "/").replace(CUT_ESCAPE, "")));
	if (!link) return null;
	const [, userSlug = "", linkSlug = ""] = link;
	return { userSlug, linkSlug, search: withPairs(search, pairs) };
}

/** Parameters of the path go before those of the query; `&amp;` is an `&` that was written for a page. */
function withPairs(search: string, pairs: string[]): string {
	const own = pairs.map((pair) => pair.replace(/^amp;/i, "")).filter((pair) => pair.includes("="));
	if (own.length === 0) return search;
	return `?${[...own, ...(search.length > 1 ? [search.slice(1)] : [])].join("&")}`;
}

/**
 * Unescaped, segment by segment: an escaped slash is part of a slug, and so of one that can't exist. What is no UTF-8 is
 * U+FFFD; bytes that came unescaped are read as UTF-8, too.
 */
function decoded(path: string): string {
	return path
		.split("/")
		.map((segment) => unescaped(segment).replaceAll("/", "\0"))
		.join("/");
}

function unescaped(segment: string): string {
	if (!/[%\u0080-\u00ff]/.test(segment)) return segment;
	const bytes = segment.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(bytes, "latin1").toString();
}
