import type { Card } from "./card-page.ts";
import type { PublicLink } from "./public-link.ts";
import type { Visitor } from "./visitor.ts";

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
