import { SCAN_QUERY } from "#shared/links/scan.ts";
import { OWN_VISIT_PARAM } from "./own-visits.ts";

/** Makes a changed card a new address for Facebook (`?v=2`); never passed to the target. */
const VERSION_PARAM = "v";
const VERSION_MAX = 64;

/**
 * The target with the visitor's query parameters (P11). Existing ones are kept, ours removed, and the target's fragment
 * stays last.
 * @param target normalized (`new URL(x).href`)
 * @param search the request's query with its `?`, or empty
 */
export function destinationOf(target: string, search: string): string {
	if (search.length < 2) return target;
	const url = new URL(target);
	const kept = new Set([VERSION_PARAM, OWN_VISIT_PARAM, ...url.searchParams.keys()]);
	const travelling = pairsOf(search).filter(({ name }) => !kept.has(name));
	if (travelling.length === 0) return target;
	const own = url.search === "" ? [] : [url.search];
	// As text, because `searchParams` would re-encode what the owner wrote.
	url.search = [...own, ...travelling.map(({ text }) => text)].join("&");
	return url.href;
}

/** The visitor's `?v=` with its `?`, for our own address; empty without one. */
export function versionQuery(search: string): string {
	const version = new URLSearchParams(search).get(VERSION_PARAM);
	if (version === null || version === "" || version.length > VERSION_MAX) return "";
	return `?${VERSION_PARAM}=${encodeURIComponent(version)}`;
}

/** A search of 16 KB has 8,000 pairs, so their names are parsed together. */
function pairsOf(search: string): { name: string; text: string }[] {
	const texts = search
		.slice(1)
		.split("&")
		.filter((text) => text !== "" && text !== SCAN_QUERY);
	// As each would parse alone: without a leading question mark; `=` keeps empty texts, so that indices match.
	const searches = texts.map((text) => (text.startsWith("?") ? text.slice(1) : text) || "=");
	const names = [...new URLSearchParams(`?${searches.join("&")}`).keys()];
	return texts.map((text, n) => ({ text, name: names[n] ?? "" }));
}
