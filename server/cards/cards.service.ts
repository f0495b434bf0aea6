import { and, asc, desc, eq, getTableColumns } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { deliveries } from "#shared/cards/deliveries.table.ts";
import type { Delivery, LatestDelivery, LinkDeliveries } from "#shared/cards/delivery.ts";
import { links } from "#shared/links/links.table.ts";

export type Cards = ReturnType<typeof createCards>;

type Row = typeof deliveries.$inferSelect;

/** What an owner is told of where cards have arrived (P138). */
export function createCards({ db }: { db: Db }) {
	return {
		/** @throws AppError "not_found" for a missing, deleted or foreign link */
		async deliveriesOf(userId: string, linkId: number): Promise<LinkDeliveries> {
			const isTheirs = and(eq(links.id, linkId), eq(links.userId, userId), eq(links.deleted, false));
			const [link] = await db.select({ version: links.cardVersion }).from(links).where(isTheirs);
			if (!link) throw new AppError("not_found", "Link not found");
			const rows = await db
				.select()
				.from(deliveries)
				.where(eq(deliveries.linkId, linkId))
				.orderBy(asc(deliveries.platform), asc(deliveries.version), asc(deliveries.kind));
			return { version: link.version, deliveries: rows.map(presentDelivery) };
		},

		/** The newest of each link that has any. */
		async latest(userId: string): Promise<LatestDelivery[]> {
			const rows = await db
				.selectDistinctOn([deliveries.linkId], getTableColumns(deliveries))
				.from(deliveries)
				.innerJoin(links, eq(links.id, deliveries.linkId))
				.where(and(eq(links.userId, userId), eq(links.deleted, false)))
				.orderBy(asc(deliveries.linkId), desc(deliveries.lastAt), asc(deliveries.kind));
			return rows.map((row) => ({ linkId: row.linkId, ...presentDelivery(row) }));
		},
	};
}

/** A fetch as its link's owner sees it. */
export function presentDelivery({ platform, version, kind, firstAt, lastAt }: Row): Delivery {
	return { platform, version, kind, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() };
}
