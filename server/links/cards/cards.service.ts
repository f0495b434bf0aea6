import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { ownLink } from "#server/account/auth/own-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { CARD_TARGETS, type CardTarget, TARGETS_BY_PLATFORM } from "#shared/links/cards/card-targets.ts";
import { deliveries } from "#shared/links/cards/deliveries.table.ts";
import type { Delivery, LatestDelivery, LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

export type Cards = ReturnType<typeof createCardService>;

/** The list shows receipts only for the most recently fetched links. */
const LATEST_MAX = 1_000;

type Row = typeof deliveries.$inferSelect;

/**
 * Creates the service for delivery receipts, as the owner sees them (P138).
 * @param seesImageLoads false behind a cache: nobody is said to miss an image whose loads we can't see (P699)
 */
export function createCardService({ db, seesImageLoads = true }: { db: Db; seesImageLoads?: boolean }) {
	return {
		/**
		 * Fetches are read before the link, so that none is newer than the link's version.
		 * @throws AppError "not_found" for a missing, deleted or foreign link
		 */
		async deliveriesOf(userId: string, linkId: number): Promise<LinkDeliveries> {
			const rows = await db
				.selectDistinctOn([deliveries.platform, deliveries.kind])
				.from(deliveries)
				.where(eq(deliveries.linkId, linkId))
				.orderBy(asc(deliveries.platform), asc(deliveries.kind), desc(deliveries.version));
			const { target, imageUrl } = linkCards;
			const cards = await db.select({ target, imageUrl }).from(linkCards).where(eq(linkCards.linkId, linkId));
			const link = await ownLink(db, userId, linkId);
			const { viewsHuman: human, viewsBot: bot } = link;
			return {
				version: link.cardVersion,
				targets: targetsOf(link, cards, seesImageLoads),
				views: { total: human + bot, human, bot },
				deliveries: rows.map(presentDelivery),
			};
		},

		/** The newest receipt per link, of the thousand most recently fetched, preferably of its current version. */
		async latest(userId: string): Promise<LatestDelivery[]> {
			const isPresent = sql`${deliveries.version} >= ${PRESENT_VERSION}`;
			const newest = db
				.select(getTableColumns(deliveries))
				.from(deliveries)
				.where(eq(deliveries.linkId, links.id))
				.orderBy(
					sql`${isPresent} DESC, CASE WHEN NOT ${isPresent} THEN ${deliveries.version} END DESC`,
					desc(deliveries.lastAt),
					asc(deliveries.kind),
				)
				.limit(1)
				.as("newest");
			const { linkId, platform, version, kind, firstAt, lastAt } = newest;
			const rows = await db
				.select({ linkId, platform, version, kind, firstAt, lastAt })
				.from(links)
				.innerJoinLateral(newest, sql`true`)
				.where(and(eq(links.userId, userId), eq(links.deleted, false)))
				.orderBy(desc(lastAt), asc(linkId))
				.limit(LATEST_MAX);
			return rows.map((row) => ({ linkId: row.linkId, ...presentDelivery(row) }));
		},
	};
}

/** The version that last changed the card of this row's platform (P292). */
const PRESENT_VERSION = sql`coalesce(
	(${links.cardVersions} ->> coalesce(${JSON.stringify(TARGETS_BY_PLATFORM)}::jsonb ->> ${deliveries.platform}, 'others'))::int,
	${links.cardVersion})`;

function targetsOf(
	{ imageUrl, cardVersion, cardVersions }: Link,
	cards: Pick<typeof linkCards.$inferSelect, "target" | "imageUrl">[],
	seesImageLoads: boolean,
): LinkDeliveries["targets"] {
	const shown = (target: CardTarget) => ({
		version: cardVersions?.[target] ?? cardVersion,
		hasOwnImage:
			seesImageLoads &&
			((cards.find((card) => card.target === target)?.imageUrl ?? imageUrl)?.startsWith("/") ?? false),
	});
	return Object.fromEntries(CARD_TARGETS.map((target) => [target, shown(target)])) as LinkDeliveries["targets"];
}

export function presentDelivery({ platform, version, kind, firstAt, lastAt }: Row): Delivery {
	return { platform, version, kind, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() };
}
