import { and, asc, desc, eq, gt, inArray, isNull, ne, notExists, sql } from "drizzle-orm";
import type { Tx } from "#server/platform/db/tx.ts";
import { imageCuts, originals } from "#shared/links/images/originals.table.ts";

/** Files that one upload removes at most, so that it stays quick however far an account is over its budget. */
const EVICTED_AT_ONCE = 100;

type Added = { id: string; userId: string; type: string; bytes: number };
type Noted = { id: string; userId: string; imageUrl: string };

/**
 * Writes the row of an original and evicts others of its owner, those edited least recently first, until all together
 * are within the budget (P244). Where that takes more than one upload may remove, the new one itself is not stored.
 * @param budget bytes
 * @returns the ids whose files have to go, and whether the new one is to be stored
 */
export async function addWithin(tx: Tx, budget: number, { at, ...added }: Added & { at: Date }) {
	const beyond = await beyondBudget(tx, budget, added);
	const evicted = beyond.slice(0, EVICTED_AT_ONCE);
	const isStored = added.bytes <= budget && beyond.length <= EVICTED_AT_ONCE;
	await lockAll(tx, [...evicted, added.id]);
	await tx.update(originals).set({ evictedAt: at }).where(inArray(originals.id, evicted));
	const row = { ...added, checkedAt: at, editedAt: at, evictedAt: isStored ? null : at };
	await tx.insert(originals).values(row).onConflictDoUpdate({ target: originals.id, set: row });
	return { isStored, removed: isStored ? evicted : [...evicted, added.id] };
}

/** The stored originals without which the rest and this one are within the budget, least recently edited first. */
async function beyondBudget(tx: Tx, budget: number, { id, userId, bytes }: Added): Promise<string[]> {
	if (bytes > budget) return [];
	const total = sql<number>`sum(${originals.bytes}) OVER (ORDER BY ${originals.editedAt} DESC, ${originals.id})`;
	const others = tx
		.select({ id: originals.id, editedAt: originals.editedAt, total: total.as("total") })
		.from(originals)
		.where(and(eq(originals.userId, userId), isNull(originals.evictedAt), ne(originals.id, id)))
		.as("others");
	const found = await tx
		.select({ id: others.id })
		.from(others)
		.where(gt(others.total, budget - bytes))
		.orderBy(asc(others.editedAt), desc(others.id))
		.limit(EVICTED_AT_ONCE + 1);
	return found.map((each) => each.id);
}

/**
 * Removes what other originals of the same owner noted of this image, and those that then have no image left: a
 * image has one original, however many files give the same one (P244).
 * @returns the ids whose files have to go
 */
export async function replaceOthers(tx: Tx, { id, userId, imageUrl }: Noted): Promise<string[]> {
	const isOfAnother = and(eq(imageCuts.imageUrl, imageUrl), eq(originals.userId, userId), ne(imageCuts.originalId, id));
	const others = await tx
		.select({ id: originals.id })
		.from(imageCuts)
		.innerJoin(originals, eq(originals.id, imageCuts.originalId))
		.where(isOfAnother);
	const ids = others.map((each) => each.id);
	if (ids.length === 0) return [];
	await lockAll(tx, ids);
	await tx.delete(imageCuts).where(and(eq(imageCuts.imageUrl, imageUrl), inArray(imageCuts.originalId, ids)));
	const cuts = tx.select({ id: imageCuts.originalId }).from(imageCuts).where(eq(imageCuts.originalId, originals.id));
	const removed = await tx
		.delete(originals)
		.where(and(inArray(originals.id, ids), notExists(cuts)))
		.returning({ id: originals.id });
	return removed.map((each) => each.id);
}

/** In one order for all, so that no two transactions wait for each other. @returns those that there are */
export function lockAll(tx: Tx, ids: string[]) {
	return tx
		.select({ id: originals.id, evictedAt: originals.evictedAt })
		.from(originals)
		.where(inArray(originals.id, ids))
		.orderBy(asc(originals.id))
		.for("update");
}
