import { and, inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { linkCandidates, linkDays, linkVisitors } from "#shared/analytics/view-days.table.ts";
import { ALIAS_DAYS_KEPT } from "#shared/links/aliases.ts";
import { linkAliasDays } from "#shared/links/link-aliases.table.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";

const LINKS_AT_ONCE = 200;

/** Deletes aggregates of erased links. @param isStopped checked between slices: there may be many */
export async function eraseDays(db: Db, linkIds: number[], at: Date, isStopped: () => boolean): Promise<void> {
	// Listed, so that the key's first column is used.
	const days = lastDays(at, 3);
	const aliasDays = lastDays(at, ALIAS_DAYS_KEPT + 1);
	for (let start = 0; start < linkIds.length && !isStopped(); start += LINKS_AT_ONCE) {
		const some = linkIds.slice(start, start + LINKS_AT_ONCE);
		await db.delete(linkDays).where(inArray(linkDays.linkId, some));
		for (const table of [linkVisitors, linkCandidates])
			await db.delete(table).where(and(inArray(table.day, days), inArray(table.linkId, some)));
		await db
			.delete(linkAliasDays)
			.where(and(inArray(linkAliasDays.day, aliasDays), inArray(linkAliasDays.linkId, some)));
	}
}

/** Days up to tomorrow, which may have begun on another process's clock. */
function lastDays(at: Date, many: number): string[] {
	return Array.from({ length: many + 1 }, (_, back) => utcDay(at.getTime() + (1 - back) * DAY_MS));
}
