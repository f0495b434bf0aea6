import type { Card } from "./card-page.ts";
import type { PublicLink } from "./public-link.ts";
import type { Visitor } from "./visitor.ts";

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
