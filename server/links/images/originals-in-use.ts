import { and, eq, exists, inArray, notExists, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/connect.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { imageCuts, originals } from "#shared/links/images/originals.table.ts";
import { links } from "#shared/links/links.table.ts";

type Reader = Pick<Db, "select">;

/** Whether an existing link of its owner shows anything cut from it. */
export function isInUse(db: Reader): SQL {
	const isOfThis = and(eq(imageCuts.originalId, originals.id), isTheirs());
	const [asOwn, onSomePlatform] = [shownByLinks(db).where(isOfThis), shownOnPlatforms(db).where(isOfThis)];
	return sql`(${exists(asOwn)} OR ${exists(onSomePlatform)})`;
}

/** The ids in use. `isInUse` on each of many rows would scan all users' links. */
export function inUse(db: Reader, ids: string[]) {
	const isOfThese = and(inArray(imageCuts.originalId, ids), isTheirs());
	const isTheOriginal = eq(originals.id, imageCuts.originalId);
	return union(
		shownByLinks(db).innerJoin(originals, isTheOriginal).where(isOfThese),
		shownOnPlatforms(db).innerJoin(originals, isTheOriginal).where(isOfThese),
	);
}

/** Deleted links count, since they may be restored (P136). One `NOT` over both joins would scan all users' links. */
export function isWaiting(db: Reader, userId: string): SQL | undefined {
	const isOfThis = and(eq(imageCuts.originalId, originals.id), eq(links.userId, userId));
	return and(notExists(shownByLinks(db).where(isOfThis)), notExists(shownOnPlatforms(db).where(isOfThis)));
}

function isTheirs(): SQL | undefined {
	return and(eq(links.userId, originals.userId), eq(links.deleted, false));
}

function shownByLinks(db: Reader) {
	return db
		.select({ id: imageCuts.originalId })
		.from(imageCuts)
		.innerJoin(links, eq(links.imageUrl, imageCuts.imageUrl));
}

function shownOnPlatforms(db: Reader) {
	return db
		.select({ id: imageCuts.originalId })
		.from(imageCuts)
		.innerJoin(linkCards, eq(linkCards.imageUrl, imageCuts.imageUrl))
		.innerJoin(links, eq(links.id, linkCards.linkId));
}
