import { eq, getTableColumns } from "drizzle-orm";
import { ownLink } from "#server/account/auth/own-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { CardTarget } from "#shared/links/cards/card-targets.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import type { PictureShape } from "#shared/links/images/image-file.ts";
import { pictures } from "#shared/links/images/pictures.table.ts";
import type { Link } from "#shared/links/links.table.ts";

type Picture = { imageUrl: string | null; imageShape: PictureShape | null };
type Override = Picture & { title: string | null; description: string | null; buttonLabel: string | null };

/** A link as its card should be. */
export type TestedLink = Pick<Link, "id" | "linkSlug" | "title" | "description" | "cardVersion"> &
	Picture & { cards: Partial<Record<CardTarget, Override>> };

/** @throws AppError "not_found" for a missing, deleted or foreign link */
export async function cardToTest(db: Db, userId: string, linkId: number): Promise<TestedLink> {
	const link = await ownLink(db, userId, linkId);
	const [picture] = await db
		.select({ imageShape: pictures.shape })
		.from(pictures)
		.where(eq(pictures.imageUrl, link.imageUrl ?? ""));
	const cards = await db
		.select({ ...getTableColumns(linkCards), imageShape: pictures.shape })
		.from(linkCards)
		.leftJoin(pictures, eq(pictures.imageUrl, linkCards.imageUrl))
		.where(eq(linkCards.linkId, linkId));
	return {
		...link,
		imageShape: picture?.imageShape ?? null,
		cards: Object.fromEntries(cards.map((card) => [card.target, card])),
	};
}
