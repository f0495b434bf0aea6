import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { presentDelivery } from "#server/links/cards/cards.service.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { deliveries } from "#shared/links/cards/deliveries.table.ts";
import { links } from "#shared/links/links.table.ts";
import { rowPages } from "./row-pages.ts";

const ROWS_AT_ONCE = 1_000;

type Row = typeof deliveries.$inferSelect;

/** Deliveries of a user's cards, link by link, in pages. */
export async function* deliveryPages(db: Db, userId: string) {
	const { linkId, platform, version, kind } = deliveries;
	const pages = rowPages<Row>((last, limit) => {
		const isAfter =
			last &&
			sql`(${linkId}, ${platform}, ${version}, ${kind}) > (${last.linkId}, ${last.platform}, ${last.version}, ${last.kind})`;
		return db
			.select(getTableColumns(deliveries))
			.from(deliveries)
			.innerJoin(links, eq(links.id, linkId))
			.where(and(eq(links.userId, userId), isAfter))
			.orderBy(asc(linkId), asc(platform), asc(version), asc(kind))
			.limit(limit);
	}, ROWS_AT_ONCE);
	for await (const page of pages) yield page.map((row) => ({ linkId: row.linkId, ...presentDelivery(row) }));
}
