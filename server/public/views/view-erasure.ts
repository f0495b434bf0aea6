import { lt, min } from "drizzle-orm";
import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "#server/platform/db/connect.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { erasedLinks } from "#shared/links/erased-links.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import type { ViewArchive } from "./archive/archive.ts";
import type { ViewWalk } from "./view-walk.ts";

const RETRY_MS = 60_000;
/** How long a spool may replay views of an erased link. */
const WATCHED_MS = 7 * DAY_MS;

export type ViewErasure = Repeated;

export type EraseDays = (linkIds: number[], at: Date, isStopped: () => boolean) => Promise<void>;

/** Deletes the views of erased links in pages: there may be millions. Idempotent, also across processes. */
export function createViewErasure(deps: {
	db: Db;
	pool: pg.Pool;
	walkViews: ViewWalk;
	archive: Pick<ViewArchive, "erase">;
	eraseDays: EraseDays;
	now: () => Date;
	log: Logger;
}): ViewErasure {
	const { db, pool, walkViews, archive, eraseDays, now, log } = deps;
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
		const erased = await db.select({ linkId: erasedLinks.linkId, ownerByte: erasedLinks.ownerByte }).from(erasedLinks);
		const [oldest] = await db.select({ since: min(erasedLinks.createdAt) }).from(erasedLinks);
		if (!oldest?.since) return;
		const linkIds = erased.map(({ linkId }) => linkId);
		await eraseDays(linkIds, begun, () => stopping.aborted);
		for await (const page of walkViews({ linkIds, since: oldest.since, until: begun })) {
			if (stopping.aborted) return;
			if (page.length > 0) await erase(page);
		}
		// After the database, because months move from there to the archive.
		const ownerBytes = new Set(erased.map(({ ownerByte }) => ownerByte));
		await archive.erase({ since: oldest.since, linkIds: new Set(linkIds), ownerBytes }, stopping);
		if (stopping.aborted) return;
		await db.delete(erasedLinks).where(lt(erasedLinks.erasedAt, new Date(begun.getTime() - WATCHED_MS)));
	}

	/** By id and the page's time range: uses the primary key of one or two partitions. */
	async function erase(page: { id: string; timestamp: Date }[]): Promise<void> {
		await pool.query("DELETE FROM views WHERE id = ANY($1::uuid[]) AND timestamp BETWEEN $2 AND $3", [
			page.map(({ id }) => id),
			...[Math.min, Math.max].map((pick) => new Date(pick(...page.map(({ timestamp }) => timestamp.getTime())))),
		]);
	}
}
