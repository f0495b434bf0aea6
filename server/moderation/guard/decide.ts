import { and, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { lockOwner } from "#server/platform/db/lock-owner.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { linkDecisions } from "#shared/moderation/guard/link-decisions.table.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { BY_LISTS } from "./decisions.ts";
import type { FlaggedLink } from "./flags.ts";
import { brandsOf, closeOthers, isClosed, openOthers, othersOf, sitesOf } from "./other-links.ts";

type Decision = { state: "cleared" | "blocked"; note: string | undefined; at: Date };

/**
 * Decides a flagged link. The decision covers the owner's links to the same target and brands (P460); the row lock
 * serializes it with saves.
 * @returns ids of the owner's other links closed or opened; null if the link is gone
 */
export async function decideFlag(db: Db, { flag, link }: FlaggedLink, decision: Decision): Promise<number[] | null> {
	const { state, note = null, at } = decision;
	return db.transaction(async (tx) => {
		await lockOwner(tx, link.userId);
		// Read again: the owner may have saved it since.
		const [present] = await tx.select().from(links).where(eq(links.id, link.id));
		if (!present) return null;
		const [known = flag] = await tx.select().from(linkFlags).where(eq(linkFlags.linkId, link.id));
		const reasons = known.reasons.filter(({ code }) => code !== "closed-before");
		const changes = { state, reasons, decidedAt: at, note };
		await tx
			.insert(linkFlags)
			.values({ ...known, ...changes })
			.onConflictDoUpdate({ target: linkFlags.linkId, set: changes });
		if (state === "blocked") return closeLink(tx, present, { reasons, at });
		await trust(tx, present, { reasons, at });
		return openOthers(tx, present.userId);
	});
}

/**
 * Closes the owner's existing and future links to the same target or imitating the same brand.
 * @param link its owner's row is locked
 * @returns ids of the other links closed
 */
export async function closeLink(
	tx: Tx,
	link: Link,
	{ reasons, at }: { reasons: ModerationReason[]; at: Date },
): Promise<number[]> {
	const sites = sitesOf(link);
	const brands = brandsOf(reasons);
	await tx.delete(linkDecisions).where(and(isOf(link, "cleared"), inArray(linkDecisions.target, sites)));
	await decide(tx, [
		...sites.map((target) => ({ userId: link.userId, target, brand: "", state: "blocked" as const, decidedAt: at })),
		...brands.map((brand) => ({ userId: link.userId, target: "", brand, state: "blocked" as const, decidedAt: at })),
	]);
	return closeOthers(tx, link, { brands, at });
}

/** Reopens links closed together with a disabled one, unless another closed link requires it. @returns their ids */
export async function reopenLink(tx: Tx, link: Link): Promise<number[]> {
	const [flag] = await tx.select().from(linkFlags).where(eq(linkFlags.linkId, link.id));
	if (isClosed({ other: { ...link, disabledAt: null }, flag: flag ?? null })) return [];
	const closed = (await othersOf(tx, link)).filter(isClosed);
	const still = closed.flatMap(({ other }) => sitesOf(other));
	const isTheirs = inArray(linkDecisions.target, sitesOf(link));
	const isFree = still.length > 0 ? notInArray(linkDecisions.target, still) : undefined;
	await tx.delete(linkDecisions).where(and(isOf(link, "blocked"), isTheirs, isFree));
	await forgetBrands(tx, link, brandsOf(flag?.reasons ?? []));
	return openOthers(tx, link.userId);
}

/** Removes all decisions about an owner's targets and brands. @returns ids of the links reopened */
export async function forgetDecisions(db: Pick<Db, "transaction">, userId: string): Promise<number[]> {
	return db.transaction(async (tx) => {
		await lockOwner(tx, userId);
		await tx.delete(linkDecisions).where(eq(linkDecisions.userId, userId));
		return openOthers(tx, userId);
	});
}

/** Clears the link's reasons for all the owner's links to the same target. */
async function trust(tx: Tx, link: Link, { reasons, at }: { reasons: ModerationReason[]; at: Date }): Promise<void> {
	const sites = sitesOf(link);
	await tx.delete(linkDecisions).where(and(isOf(link, "blocked"), inArray(linkDecisions.target, sites)));
	await forgetBrands(tx, link, brandsOf(reasons));
	const found = reasons.filter(({ code }) => !BY_LISTS.has(code)).map(({ brand = "" }) => brand);
	const pairs = sites.flatMap((target) => [...new Set(found)].map((brand) => ({ target, brand })));
	await decide(
		tx,
		pairs.map((pair) => ({ ...pair, userId: link.userId, state: "cleared" as const, decidedAt: at })),
	);
}

/** Unless another closed link of the owner imitates the brand. */
async function forgetBrands(tx: Tx, link: Link, brands: string[]): Promise<void> {
	const closed = (await othersOf(tx, link)).filter(isClosed);
	const still = new Set(closed.flatMap(({ flag }) => brandsOf(flag?.reasons ?? [])));
	const free = brands.filter((brand) => !still.has(brand));
	if (free.length === 0) return;
	await tx
		.delete(linkDecisions)
		.where(and(isOf(link, "blocked"), eq(linkDecisions.target, ""), inArray(linkDecisions.brand, free)));
}

function isOf({ userId }: Pick<Link, "userId">, state: "blocked" | "cleared") {
	return and(eq(linkDecisions.userId, userId), eq(linkDecisions.state, state));
}

async function decide(tx: Tx, rows: (typeof linkDecisions.$inferInsert)[]): Promise<void> {
	if (rows.length === 0) return;
	const { userId, target, brand } = linkDecisions;
	await tx
		.insert(linkDecisions)
		.values(rows)
		.onConflictDoUpdate({
			target: [userId, target, brand],
			set: { state: sql`excluded.state`, decidedAt: sql`excluded.decided_at` },
		});
}
