import { and, inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { linkCandidates, linkDays, linkVisitors } from "#shared/analytics/view-days.table.ts";
import { ALIAS_DAYS_KEPT } from "#shared/links/aliases.ts";
import { linkAliasDays } from "#shared/links/link-aliases.table.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";

const LINKS_AT_ONCE = 200;

/**
 * Removes what the views of erased links were folded into; nothing is folded for a link that has gone.
 * @param isStopped asked between slices, for there may be many links
 */
export async function eraseDays(db: Db, linkIds: number[], at: Date, isStopped: () => boolean): Promise<void> {
	// Named, so that each is looked up by the key's first column.
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

/** So many days up to tomorrow, which has begun by another process's clock. */
function lastDays(at: Date, many: number): string[] {
	return Array.from({ length: many + 1 }, (_, back) => utcDay(at.getTime() + (1 - back) * DAY_MS));
}
