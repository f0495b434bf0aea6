import { and, asc, count, desc, eq, gte, ne, or, sql } from "drizzle-orm";
import { ownerIsTrusted } from "#server/moderation/disabling/trusted-owners.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hasName, hasSlug } from "#server/platform/db/former-names.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

export type FlaggedLink = { flag: LinkFlagRow; link: Link; owner: User };

/** The owner requested a review that no operator has decided. */
const awaitsReview = sql<boolean>`(${linkFlags.reviewAskedAt} IS NOT NULL
	AND (${linkFlags.decidedAt} IS NULL OR ${linkFlags.reviewAskedAt} > ${linkFlags.decidedAt}))`;
/** Waiting since: the request for a review if an operator decided before, else the flag. */
const waitsSince = sql`CASE WHEN ${awaitsReview} AND ${linkFlags.decidedAt} IS NOT NULL THEN ${linkFlags.reviewAskedAt}
	ELSE ${linkFlags.flaggedAt} END`;
const isOpen = and(
	eq(links.deleted, false),
	or(
		and(eq(linkFlags.state, "flagged"), ne(linkFlags.evidence, "target")),
		and(ne(linkFlags.state, "cleared"), awaitsReview),
	),
);
const isFelt = sql<boolean>`(${linkFlags.state} = 'flagged' AND ${linkFlags.evidence} = 'sign'
	AND NOT ${sql.raw(ownerIsTrusted("users"))})`;

/** Open flags: requested reviews first, also of blocked links, then those that affect visitors, then the oldest. */
export async function openFlags(db: Db, { limit }: { limit: number }): Promise<FlaggedLink[]> {
	return flagged(db).where(isOpen).orderBy(desc(awaitsReview), desc(isFelt), asc(linkFlags.flaggedAt)).limit(limit);
}

type OpenCounts = { open: number; oldestAt: Date | null; reviews: number; oldestReviewAt: Date | null };

/** Number of open flags and of requested reviews, and since when the oldest of each waits. */
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

/** Recent decisions by outcome, and their median time since the flag or the last request. */
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

/** Decided flags, latest first. */
export async function decidedFlags(db: Db, { limit }: { limit: number }): Promise<FlaggedLink[]> {
	return flagged(db).where(ne(linkFlags.state, "flagged")).orderBy(desc(linkFlags.decidedAt)).limit(limit);
}

/** A link's flag, even if deleted; null without one. */
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
