import { and, asc, count, desc, eq, ne, or, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { hasName, hasSlug } from "#server/db/former-names.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

/** A flag with the link and owner that it is about. */
export type FlaggedLink = { flag: LinkFlagRow; link: Link; owner: User };

/** The owner asked for a review, and no operator has decided since. */
const awaitsReview = sql<boolean>`(${linkFlags.reviewAskedAt} IS NOT NULL
	AND (${linkFlags.decidedAt} IS NULL OR ${linkFlags.reviewAskedAt} > ${linkFlags.decidedAt}))`;
const isOpen = and(
	eq(links.deleted, false),
	or(eq(linkFlags.state, "flagged"), and(eq(linkFlags.state, "blocked"), awaitsReview)),
);

/**
 * Flags that wait for an operator: those whose owner asked for a review first, also of a link that is blocked, then the
 * oldest.
 */
export async function openFlags(db: Db, { limit }: { limit: number }): Promise<FlaggedLink[]> {
	return flagged(db).where(isOpen).orderBy(desc(awaitsReview), asc(linkFlags.flaggedAt)).limit(limit);
}

/** How many flags wait for an operator, of how many a review was asked for, and since when the oldest of those waits. */
export async function countOpenFlags(db: Db): Promise<{ open: number; reviews: number; oldestAt: Date | null }> {
	const [found] = await db
		.select({
			open: count(),
			reviews: sql<number>`count(*) FILTER (WHERE ${awaitsReview})`.mapWith(Number),
			oldestAt: sql`min(${linkFlags.reviewAskedAt}) FILTER (WHERE ${awaitsReview})`.mapWith(linkFlags.reviewAskedAt),
		})
		.from(linkFlags)
		.innerJoin(links, eq(links.id, linkFlags.linkId))
		.where(isOpen);
	return { open: found?.open ?? 0, reviews: found?.reviews ?? 0, oldestAt: found?.oldestAt ?? null };
}

/** Decided flags, the latest first. */
export async function decidedFlags(db: Db, { limit }: { limit: number }): Promise<FlaggedLink[]> {
	return flagged(db).where(ne(linkFlags.state, "flagged")).orderBy(desc(linkFlags.decidedAt)).limit(limit);
}

/** The flag of one link, also of one that its owner deleted; null without one. */
export async function findFlag(db: Db, named: { userSlug: string; linkSlug: string }): Promise<FlaggedLink | null> {
	const [found] = await flagged(db)
		.where(and(hasName(named.userSlug), hasSlug(named.linkSlug)))
		.orderBy(links.deleted, desc(links.id))
		.limit(1);
	return found ?? null;
}

function flagged(db: Db) {
	return db
		.select({ flag: linkFlags, link: links, owner: users })
		.from(linkFlags)
		.innerJoin(links, eq(links.id, linkFlags.linkId))
		.innerJoin(users, eq(users.id, links.userId))
		.$dynamic();
}
