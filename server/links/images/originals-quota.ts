import { and, asc, desc, eq, gt, inArray, isNull, ne, notExists, sql } from "drizzle-orm";
import type { Tx } from "#server/platform/db/tx.ts";
import { imageCuts, originals } from "#shared/links/images/originals.table.ts";

/** The most files that one upload evicts, so that it stays fast however far the account is over budget. */
const EVICTED_AT_ONCE = 100;

type Added = { id: string; userId: string; type: string; bytes: number };
type Noted = { id: string; userId: string; imageUrl: string };

/**
 * Inserts an original, evicting the owner's least recently edited ones beyond the budget, within limits (P244).
 * @param budget bytes
 * @returns the ids whose files must be deleted, and whether to store the new one
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
 * Removes this image from the owner's other originals, and those left without images: an image has one original, even
 * if several files produce it (P244).
 * @returns the ids whose files must be deleted
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

/** Locks in a fixed order, so that transactions can't deadlock. @returns the existing ones */
export function lockAll(tx: Tx, ids: string[]) {
	return tx
		.select({ id: originals.id, evictedAt: originals.evictedAt })
		.from(originals)
		.where(inArray(originals.id, ids))
		.orderBy(asc(originals.id))
		.for("update");
}
