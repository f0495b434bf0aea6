import { SCAN_QUERY } from "#shared/links/scan.ts";
import type { Card } from "./card-page.ts";
import { OWN_VISIT_PARAM } from "./own-visits.ts";
import type { PublicLink } from "./public-link.ts";
import type { Visitor } from "./visitor.ts";

/** Our own parameter: it makes a changed card a new address for Facebook (`?v=2`), and never reaches the target. */
const VERSION_PARAM = "v";
const VERSION_MAX = 64;

/**
 * The target with the visitor's own query parameters appended (P11): none that the target already has is
 * replaced, ours are left out, and the target's fragment stays last.
 * @param target a normalised address (`new URL(x).href`)
 * @param search the request's query with its `?`, or empty
 */
export function destinationOf(target: string, search: string): string {
	if (search.length < 2) return target;
	const url = new URL(target);
	const kept = new Set([VERSION_PARAM, OWN_VISIT_PARAM, ...url.searchParams.keys()]);
	const travelling = pairsOf(search).filter(({ name }) => !kept.has(name));
	if (travelling.length === 0) return target;
	const own = url.search === "" ? [] : [url.search];
	// Set as text, so that what the owner wrote is not encoded again as a form.
	url.search = [...own, ...travelling.map(({ text }) => text)].join("&");
	return url.href;
}

/** The visitor's `?v=`, ready to be echoed in our own address, with its `?`; empty when there is none. */
export function versionQuery(search: string): string {
	const version = new URLSearchParams(search).get(VERSION_PARAM);
	if (version === null || version === "" || version.length > VERSION_MAX) return "";
	return `?${VERSION_PARAM}=${encodeURIComponent(version)}`;
}

/** A search of 16 KB has 8,000 pairs: their names are read together. */
function pairsOf(search: string): { name: string; text: string }[] {
	const texts = search
		.slice(1)
		.split("&")
		.filter((text) => text !== "" && text !== SCAN_QUERY);
	// Each is read as a search of its own: without its first question mark, and with a name, if an empty one.
	const searches = texts.map((text) => (text.startsWith("?") ? text.slice(1) : text) || "=");
	const names = [...new URLSearchParams(`?${searches.join("&")}`).keys()];
	return texts.map((text, n) => ({ text, name: names[n] ?? "" }));
}

/** 'November 25, 2026 at 9:00:00 AM UTC': a visitor's time zone is unknown. */
const timeFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });

/** A link outside of its time, as it leads then; null where it leads nowhere (P187). @param at milliseconds */
export function outOfTime(link: PublicLink, at: number): PublicLink | null {
	return at >= link.endsAt ? link.after : null;
}

/** Anyone who gets no more than our page has not seen what the link shows: no view. A fetcher has read the card. */
export function isTurnedAway(visitor: Visitor, leading: PublicLink | null): boolean {
	return leading === null && visitor.answer !== "card";
}

/**
 * The card on our page for a visitor who is turned away. Before the start nothing of it names the target (P247): its site
 * is ours, and an image elsewhere, which may be the target's own, is left out.
 */
export function closedCard(
	card: Card,
	{ startsAt }: PublicLink,
	{ at, visitor }: { at: number; visitor: Visitor },
): Card {
	if (at >= startsAt || visitor.answer === "card") return card;
	const imageUrl = card.imageUrl?.startsWith("/") ? card.imageUrl : null;
	return { ...card, imageUrl, destination: card.canonicalUrl, siteUrl: card.canonicalUrl };
}

/** What the page of a link says that leads nowhere at the moment. */
export function closedWords({ startsAt, endsAt }: PublicLink, at: number): { title: string; text: string } {
	if (at < endsAt) return { title: "Not open yet", text: `This link opens on ${timeFormat.format(startsAt)}.` };
	return { title: "This link has ended", text: `It was open until ${timeFormat.format(endsAt)}.` };
}
