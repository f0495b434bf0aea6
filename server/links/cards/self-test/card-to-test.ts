import { eq, getTableColumns } from "drizzle-orm";
import { ownLink } from "#server/account/auth/own-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { LINK_DOMAIN } from "#server/platform/db/link-domain.ts";
import type { CardTarget } from "#shared/links/cards/card-targets.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { domains } from "#shared/links/domains/domains.table.ts";
import type { ImageShape } from "#shared/links/images/image-file.ts";
import { storedImages } from "#shared/links/images/images.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

type Image = { imageUrl: string | null; imageShape: ImageShape | null };
type Override = Image & { title: string | null; description: string | null; buttonLabel: string | null };

/** The domain that it is on; `isReached`: whether the last check found that its host leads anywhere. */
export type TestedDomain = { host: string; isReached: boolean };
export type TestedLink = Pick<Link, "id" | "linkSlug" | "targetUrl" | "title" | "description" | "cardVersion"> &
	Image & { domain: TestedDomain | null; cards: Partial<Record<CardTarget, Override>> };

/** @throws AppError "not_found" for a missing, deleted or foreign link */
export async function cardToTest(db: Db, userId: string, linkId: number): Promise<TestedLink> {
	const link = await ownLink(db, userId, linkId);
	const [image] = await db
		.select({ imageShape: storedImages.shape })
		.from(storedImages)
		.where(eq(storedImages.imageUrl, link.imageUrl ?? ""));
	const cards = await db
		.select({ ...getTableColumns(linkCards), imageShape: storedImages.shape })
		.from(linkCards)
		.leftJoin(storedImages, eq(storedImages.imageUrl, linkCards.imageUrl))
		.where(eq(linkCards.linkId, linkId));
	const [at] = await db
		.select({ host: LINK_DOMAIN, lastCheck: domains.lastCheck })
		.from(links)
		.leftJoin(domains, eq(domains.id, links.domainId))
		.where(eq(links.id, linkId));
	const isReached = at?.lastCheck?.pointing.state !== "nowhere";
	return {
		...link,
		domain: at?.host ? { host: at.host, isReached } : null,
		imageShape: image?.imageShape ?? null,
		cards: Object.fromEntries(cards.map((card) => [card.target, card])),
	};
}
