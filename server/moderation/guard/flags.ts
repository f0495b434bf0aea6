import { and, asc, count, desc, eq, gte, ne, or, sql } from "drizzle-orm";
import { ownerIsTrusted } from "#server/moderation/disabling/trusted-owners.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hasName, hasSlug } from "#server/platform/db/former-names.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

/** A flag with the link and owner that it is about. */
export type FlaggedLink = { flag: LinkFlagRow; link: Link; owner: User };

/** The owner asked for a review, and no operator has decided since. */
const awaitsReview = sql<boolean>`(${linkFlags.reviewAskedAt} IS NOT NULL
	AND (${linkFlags.decidedAt} IS NULL OR ${linkFlags.reviewAskedAt} > ${linkFlags.decidedAt}))`;
/** Since when a flag waits: a request for a review waits since it was made, if an operator has decided before. */
const waitsSince = sql`CASE WHEN ${awaitsReview} AND ${linkFlags.decidedAt} IS NOT NULL THEN ${linkFlags.reviewAskedAt}
	ELSE ${linkFlags.flaggedAt} END`;
const isOpen = and(
	eq(links.deleted, false),
	or(
		and(eq(linkFlags.state, "flagged"), ne(linkFlags.evidence, "target")),
		and(ne(linkFlags.state, "cleared"), awaitsReview),
	),
);
/** Visitors notice it until an operator has looked. */
const isFelt = sql<boolean>`(${linkFlags.state} = 'flagged' AND ${linkFlags.evidence} = 'sign'
	AND NOT ${sql.raw(ownerIsTrusted("users"))})`;

/**
 * Flags that wait for an operator: those whose owner asked for a review first, also of a link that is blocked, then those
 * that visitors feel, then the oldest.
 */
export async function openFlags(db: Db, { limit }: { limit: number }): Promise<FlaggedLink[]> {
	return flagged(db).where(isOpen).orderBy(desc(awaitsReview), desc(isFelt), asc(linkFlags.flaggedAt)).limit(limit);
}

type OpenCounts = { open: number; oldestAt: Date | null; reviews: number; oldestReviewAt: Date | null };

/** How many flags wait for an operator, of how many a review was asked for, and since when the oldest of both waits. */
export async function countOpenFlags(db: Db): Promise<OpenCounts> {
	const [found] = await db
		.select({
			open: count(),
			reviews: sql<number>`count(*) FILTER (WHERE ${awaitsReview})`.mapWith(Number),
			oldestAt: sql`min(${waitsSince})`.mapWith(linkFlags.flaggedAt),
			oldestReviewAt: sql`min(${linkFlags.reviewAskedAt}) FILTER (WHERE ${awaitsReview})`.mapWith(
				linkFlags.reviewAskedAt,
			),
		})
		.from(linkFlags)
		.innerJoin(links, eq(links.id, linkFlags.linkId))
		.where(isOpen);
	return found ?? { open: 0, oldestAt: null, reviews: 0, oldestReviewAt: null };
}

export type Decided = { state: "cleared" | "blocked"; count: number; medianSeconds: number };

/** The decisions of the last days by outcome, and how long half of them took at most since the flag or the last request. */
export async function countDecided(db: Db, { since }: { since: Date }): Promise<Decided[]> {
	return db
		.select({
			state: sql<Decided["state"]>`${linkFlags.state}`,
			count: count(),
			medianSeconds: sql<number>`coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY greatest(0,
				extract(epoch FROM ${linkFlags.decidedAt} - greatest(${linkFlags.flaggedAt}, ${linkFlags.reviewAskedAt})))), 0)`.mapWith(
				Number,
			),
		})
		.from(linkFlags)
		.where(and(ne(linkFlags.state, "flagged"), gte(linkFlags.decidedAt, since)))
		.groupBy(linkFlags.state);
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
