import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { linkSources } from "#shared/analytics/link-sources.table.ts";
import { linkDays, userDays } from "#shared/analytics/view-days.table.ts";
import { links } from "#shared/links/links.table.ts";
import { rowPages } from "./row-pages.ts";

/** Of a day of one link, and of the sources of one. */
const ROWS_AT_ONCE = 1_000;
/** A day of the account with all of its breakdowns may be 27 KB. */
const DAYS_AT_ONCE = 31;

/** What a person's views come to by day (UTC), in the order of the days. */
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

/** The same of each link, the deleted ones too, in the order of their ids. */
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

/** Where the people of each link came from, of all days together, in the order of the links' ids. */
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
