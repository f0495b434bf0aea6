import { lt, min } from "drizzle-orm";
import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "#server/platform/db/connect.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { erasedLinks } from "#shared/links/erased-links.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import type { ViewWalk } from "./view-walk.ts";

const RETRY_MS = 60_000;
/** A spool may replay views of a link that has gone meanwhile; after so long none is expected any more. */
const WATCHED_MS = 7 * DAY_MS;

/** Begins with what an earlier process has left, and looks again every day; woken when there is something to erase. */
export type ViewErasure = Repeated;

/** Removes what the views of these links were folded into. */
export type EraseDays = (linkIds: number[], at: Date, isStopped: () => boolean) => Promise<void>;

/**
 * Removes the views of erased links, page by page: there may be millions. Done twice, or by two processes at once, it
 * comes to the same.
 */
export function createViewErasure(deps: {
	db: Db;
	pool: pg.Pool;
	walkViews: ViewWalk;
	eraseDays: EraseDays;
	now: () => Date;
	log: Logger;
}): ViewErasure {
	const { db, pool, walkViews, eraseDays, now, log } = deps;
	const daily = repeat({
		everyMs: DAY_MS,
		retryMs: RETRY_MS,
		work: eraseAll,
		failed: (error) =>
			log.error({ err: error }, "views of deleted accounts could not be removed; it will be tried again"),
	});
	return daily;

	async function eraseAll(stopping: AbortSignal): Promise<undefined> {
		const begun = now();
		const ids = await db.select({ linkId: erasedLinks.linkId }).from(erasedLinks);
		const [oldest] = await db.select({ since: min(erasedLinks.createdAt) }).from(erasedLinks);
		if (!oldest?.since) return;
		const linkIds = ids.map(({ linkId }) => linkId);
		await eraseDays(linkIds, begun, () => stopping.aborted);
		for await (const page of walkViews({ linkIds, since: oldest.since, until: begun })) {
			if (stopping.aborted) return;
			if (page.length > 0) await erase(page);
		}
		await db.delete(erasedLinks).where(lt(erasedLinks.erasedAt, new Date(begun.getTime() - WATCHED_MS)));
	}

	/** By id, and within the page's own time: this needs the primary key of one partition or two. */
	async function erase(page: { id: string; timestamp: Date }[]): Promise<void> {
		await pool.query("DELETE FROM views WHERE id = ANY($1::uuid[]) AND timestamp BETWEEN $2 AND $3", [
			page.map(({ id }) => id),
			...[Math.min, Math.max].map((pick) => new Date(pick(...page.map(({ timestamp }) => timestamp.getTime())))),
		]);
	}
}
