import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { StoredBreakdown } from "#shared/analytics/breakdowns.ts";
import { linkSources } from "#shared/analytics/link-sources.table.ts";
import { linkDays, userDays } from "#shared/analytics/view-days.table.ts";
import { links } from "#shared/links/links.table.ts";

const ROWS_AT_ONCE = 1_000;
/** A person's day with all of its break-downs may be 27 KB. */
const DAYS_AT_ONCE = 31;

/** What a person's views come to by day (UTC), in the order of the days. */
export async function* viewDayPages(db: Db, userId: string) {
	const { day, human, bot, visitors, breakdowns, quarters } = userDays;
	let last: string | undefined = "0001-01-01";
	while (last !== undefined) {
		const page: { day: string }[] = await db
			.select({ day, human, bot, visitors, breakdowns, quarters })
			.from(userDays)
			.where(and(eq(userDays.userId, userId), gt(day, last)))
			.orderBy(asc(day))
			.limit(DAYS_AT_ONCE);
		yield page;
		last = page.length < DAYS_AT_ONCE ? undefined : page.at(-1)?.day;
	}
}

/** The same of each link, the deleted ones too, in the order of their ids. */
export async function* linkViewDayPages(db: Db, userId: string) {
	const { linkId, day, human, bot, visitors, breakdowns, quarters } = linkDays;
	let last: { linkId: number; day: string } | undefined = { linkId: 0, day: "0001-01-01" };
	while (last) {
		const page: { linkId: number; day: string }[] = await db
			.select({ linkId, day, human, bot, visitors, breakdowns, quarters })
			.from(linkDays)
			.innerJoin(links, eq(links.id, linkId))
			.where(and(eq(links.userId, userId), sql`(${linkId}, ${day}) > (${last.linkId}, ${last.day})`))
			.orderBy(asc(linkId), asc(day))
			.limit(ROWS_AT_ONCE);
		yield page;
		last = page.length < ROWS_AT_ONCE ? undefined : page.at(-1);
	}
}

/** Where the people of each link came from, of all days together, in the order of the links' ids. */
export async function* linkSourcePages(db: Db, userId: string) {
	let last: number | undefined = 0;
	while (last !== undefined) {
		const page: { linkId: number; sources: StoredBreakdown }[] = await db
			.select({ linkId: linkSources.linkId, sources: linkSources.sources })
			.from(linkSources)
			.innerJoin(links, eq(links.id, linkSources.linkId))
			.where(and(eq(links.userId, userId), gt(linkSources.linkId, last)))
			.orderBy(asc(linkSources.linkId))
			.limit(ROWS_AT_ONCE);
		yield page;
		last = page.length < ROWS_AT_ONCE ? undefined : page.at(-1)?.linkId;
	}
}
