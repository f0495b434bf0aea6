import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { linkSources } from "#shared/analytics/link-sources.table.ts";
import { linkDays, userDays } from "#shared/analytics/view-days.table.ts";
import { links } from "#shared/links/links.table.ts";
import { rowPages } from "./row-pages.ts";

const ROWS_AT_ONCE = 1_000;
/** An account's day with all breakdowns may be 27 KB. */
const DAYS_AT_ONCE = 31;

/** A user's views by UTC day, in order. */
export function viewDayPages(db: Db, userId: string) {
	const { day, human, bot, visitors, breakdowns, quarters } = userDays;
	return rowPages<{ day: string }>((last, limit) => {
		return db
			.select({ day, human, bot, visitors, breakdowns, quarters })
			.from(userDays)
			.where(and(eq(userDays.userId, userId), last && gt(day, last.day)))
			.orderBy(asc(day))
			.limit(limit);
	}, DAYS_AT_ONCE);
}

/** Views by UTC day of each link, including deleted ones, by link id. */
export function linkViewDayPages(db: Db, userId: string) {
	const { linkId, day, human, bot, visitors, breakdowns, quarters } = linkDays;
	return rowPages<{ linkId: number; day: string }>((last, limit) => {
		return db
			.select({ linkId, day, human, bot, visitors, breakdowns, quarters })
			.from(linkDays)
			.innerJoin(links, eq(links.id, linkId))
			.where(and(eq(links.userId, userId), last && sql`(${linkId}, ${day}) > (${last.linkId}, ${last.day})`))
			.orderBy(asc(linkId), asc(day))
			.limit(limit);
	}, ROWS_AT_ONCE);
}

/** Sources of each link's people over all days, by link id. */
export function linkSourcePages(db: Db, userId: string) {
	const { linkId, sources } = linkSources;
	return rowPages<{ linkId: number }>((last, limit) => {
		return db
			.select({ linkId, sources })
			.from(linkSources)
			.innerJoin(links, eq(links.id, linkId))
			.where(and(eq(links.userId, userId), last && gt(linkId, last.linkId)))
			.orderBy(asc(linkId))
			.limit(limit);
	}, ROWS_AT_ONCE);
}
