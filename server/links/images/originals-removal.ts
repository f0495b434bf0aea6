import { and, asc, desc, eq, gt, inArray, isNull, lt, not, or, type SQL } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { originals } from "#shared/links/images/originals.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import type { ImageStore } from "./image-store.ts";
import { inUse, isInUse, isWaiting } from "./originals-in-use.ts";
import { lockAll } from "./originals-quota.ts";

type Options = { db: Db; now: () => Date; store: ImageStore };

/** How long an original isn't checked again after its upload, or after it was found in use. */
const CHECKED_FOR_MS = DAY_MS;
/** Unused ones are deleted after another day of checks, so that a restored link (P136) finds its original. */
const UNUSED_MS = 2 * DAY_MS;
/** The most unused originals per user, so that nobody can fill the disk. */
const MOST_UNUSED = 20;
const BATCH = 500;

/** Creates the removal of originals that no link needs (P161). */
export function createOriginalsRemoval({ db, now, store }: Options) {
	function unusedBeyond(userId: string): Promise<{ id: string; checkedAt: Date }[]> {
		return db
			.select({ id: originals.id, checkedAt: originals.checkedAt })
			.from(originals)
			.where(and(eq(originals.userId, userId), isWaiting(db, userId)))
			.orderBy(desc(originals.checkedAt))
			.offset(MOST_UNUSED);
	}

	async function trimUnused(userId: string): Promise<void> {
		for (const { id, checkedAt } of await unusedBeyond(userId)) {
			// An original uploaded again meanwhile is kept for its crop.
			await removeAll([id], eq(originals.checkedAt, checkedAt));
		}
	}

	/**
	 * Deletes originals whose owner left, and those that every sweep of a day found unused.
	 * @returns how many
	 */
	async function sweep(): Promise<number> {
		const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
		const [before, unusedBefore] = [ago(CHECKED_FOR_MS), ago(UNUSED_MS)];
		const isToBeChecked = or(isNull(originals.userId), lt(originals.checkedAt, before));
		const isDue = or(isNull(originals.userId), lt(originals.checkedAt, unusedBefore));
		let removed = await store.removeLeftovers(before);
		let last = "";
		for (;;) {
			const found = await db
				.select({ id: originals.id })
				.from(originals)
				.where(and(isToBeChecked, gt(originals.id, last)))
				.orderBy(asc(originals.id))
				.limit(BATCH);
			const ids = found.map(({ id }) => id);
			const used = await db.transaction(async (tx) => {
				await lockAll(tx, ids);
				return tx
					.update(originals)
					.set({ checkedAt: now() })
					.where(and(inArray(originals.id, ids), inArray(originals.id, inUse(tx, ids))))
					.returning({ id: originals.id });
			});
			const isUsed = new Set(used.map(({ id }) => id));
			removed += await removeAll(
				ids.filter((id) => !isUsed.has(id)),
				isDue,
			);
			if (ids.length < BATCH) return removed;
			last = ids.at(-1) ?? last;
		}
	}

	/** Deletes those that are still unused and unchanged. @returns how many */
	async function removeAll(ids: string[], still: SQL | undefined): Promise<number> {
		let removed = 0;
		for (const id of ids) {
			await db.transaction(async (tx) => {
				// Until this commits, an upload of the same original waits in `storeOriginal`.
				const rows = await tx
					.delete(originals)
					.where(and(eq(originals.id, id), still, not(isInUse(tx))))
					.returning({ id: originals.id });
				if (rows.length === 0) return;
				await store.remove(id);
				removed += 1;
			});
		}
		return removed;
	}

	return { sweep, trimUnused };
}
