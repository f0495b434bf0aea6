import { and, eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import type { CardTarget } from "#shared/cards/card-targets.ts";
import { linkCards } from "#shared/cards/link-cards.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

type Override = { title: string | null; description: string | null; imageUrl: string | null };

/** A link as its card should be. */
export type TestedLink = Pick<Link, "id" | "linkSlug" | "title" | "description" | "imageUrl" | "cardVersion"> & {
	cards: Partial<Record<CardTarget, Override>>;
};

/** @throws AppError "not_found" for a missing, deleted or foreign link */
export async function cardToTest(db: Db, userId: string, linkId: number): Promise<TestedLink> {
	const { id, linkSlug, title, description, imageUrl, cardVersion } = links;
	const [link] = await db
		.select({ id, linkSlug, title, description, imageUrl, cardVersion })
		.from(links)
		.where(and(eq(links.id, linkId), eq(links.userId, userId), eq(links.deleted, false)));
	if (!link) throw new AppError("not_found", "Link not found");
	const cards = await db.select().from(linkCards).where(eq(linkCards.linkId, linkId));
	return { ...link, cards: Object.fromEntries(cards.map((card) => [card.target, card])) };
}
