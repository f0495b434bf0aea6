import { and, asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { ownLink } from "#server/auth/own-link.ts";
import type { Db } from "#server/db/connect.ts";
import { deliveries } from "#shared/cards/deliveries.table.ts";
import type { Delivery, LatestDelivery, LinkDeliveries } from "#shared/cards/delivery.ts";
import { links } from "#shared/links/links.table.ts";

export type Cards = ReturnType<typeof createCardService>;

/** Links whose newest fetch is told at once: those that were fetched last. */
const LATEST_MAX = 1_000;

type Row = typeof deliveries.$inferSelect;

/** What an owner is told of where cards have arrived (P138). */
export function createCardService({ db }: { db: Db }) {
	return {
		/**
		 * The newest version that each platform has fetched, its page and its picture.
		 * @throws AppError "not_found" for a missing, deleted or foreign link
		 */
		async deliveriesOf(userId: string, linkId: number): Promise<LinkDeliveries> {
			const { cardVersion: version } = await ownLink(db, userId, linkId);
			const rows = await db
				.selectDistinctOn([deliveries.platform, deliveries.kind])
				.from(deliveries)
				.where(eq(deliveries.linkId, linkId))
				.orderBy(asc(deliveries.platform), asc(deliveries.kind), desc(deliveries.version));
			return { version, deliveries: rows.map(presentDelivery) };
		},

		/** The newest of each link that has any, of the thousand links that were fetched last. */
		async latest(userId: string): Promise<LatestDelivery[]> {
			const newest = db
				.select(getTableColumns(deliveries))
				.from(deliveries)
				.where(eq(deliveries.linkId, links.id))
				.orderBy(desc(deliveries.lastAt), asc(deliveries.kind))
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

/** A fetch as its link's owner sees it. */
export function presentDelivery({ platform, version, kind, firstAt, lastAt }: Row): Delivery {
	return { platform, version, kind, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() };
}
