import { and, inArray } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { linkCandidates, linkDays, linkVisitors } from "#shared/analytics/view-days.table.ts";
import { DAY_MS, utcDay } from "#shared/days.ts";

const LINKS_AT_ONCE = 200;

/**
 * Removes what the views of erased links were folded into; nothing is folded for a link that has gone.
 * @param isStopped asked between slices, for there may be many links
 */
export async function eraseDays(db: Db, linkIds: number[], at: Date, isStopped: () => boolean): Promise<void> {
	// Named, so that each is looked up by the key's first column.
	const days = [-2, -1, 0, 1].map((ahead) => utcDay(at.getTime() + ahead * DAY_MS));
	for (let start = 0; start < linkIds.length && !isStopped(); start += LINKS_AT_ONCE) {
		const some = linkIds.slice(start, start + LINKS_AT_ONCE);
		await db.delete(linkDays).where(inArray(linkDays.linkId, some));
		for (const table of [linkVisitors, linkCandidates])
			await db.delete(table).where(and(inArray(table.day, days), inArray(table.linkId, some)));
	}
}
