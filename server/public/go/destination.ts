import { SCAN_QUERY } from "#shared/links/scan.ts";
import type { Card } from "./card-page.ts";
import { OWN_VISIT_PARAM } from "./own-visits.ts";
import type { PublicLink } from "./public-link.ts";
import type { Visitor } from "./visitor.ts";

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

/** 'November 25, 2026 at 9:00:00 AM UTC', since the visitor's time zone is unknown. */
const timeFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });

/** Where a link leads outside its schedule; null if nowhere (P187). @param at milliseconds */
export function outOfTime(link: PublicLink, at: number): PublicLink | null {
	return at >= link.endsAt ? link.after : null;
}

/** Visitors who only get our page haven't seen what the link shows, so it isn't a view. Fetchers have read the card. */
export function isTurnedAway(visitor: Visitor, leading: PublicLink | null): boolean {
	return leading === null && visitor.answer !== "card";
}

/** The card for visitors turned away; before the start it reveals nothing of the target (P247). */
export function closedCard(
	card: Card,
	{ startsAt }: PublicLink,
	{ at, visitor }: { at: number; visitor: Visitor },
): Card {
	if (at >= startsAt || visitor.answer === "card") return card;
	const imageUrl = card.imageUrl?.startsWith("/") ? card.imageUrl : null;
	return { ...card, imageUrl, destination: card.canonicalUrl, siteUrl: card.canonicalUrl };
}

/** What the page says of a link without a current target. */
export function closedWords({ startsAt, endsAt }: PublicLink, at: number): { title: string; text: string } {
	if (at < endsAt) return { title: "Not open yet", text: `This link opens on ${timeFormat.format(startsAt)}.` };
	return { title: "This link has ended", text: `It was open until ${timeFormat.format(endsAt)}.` };
}
