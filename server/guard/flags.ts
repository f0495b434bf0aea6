import { and, asc, desc, eq, isNotNull, ne } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { hasName, hasSlug } from "#server/db/former-names.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";

/** A flag with the link and owner that it is about. */
export type FlaggedLink = { flag: LinkFlagRow; link: Link; owner: User };

/** Flags that wait for an operator: those whose owner asked for a review first, then the oldest. */
export async function openFlags(db: Db, { limit }: { limit: number }): Promise<FlaggedLink[]> {
	return flagged(db)
		.where(and(eq(linkFlags.state, "flagged"), eq(links.deleted, false)))
		.orderBy(desc(isNotNull(linkFlags.reviewAskedAt)), asc(linkFlags.flaggedAt))
		.limit(limit);
}

/** Decided flags, the latest first. */
export async function decidedFlags(db: Db, { limit }: { limit: number }): Promise<FlaggedLink[]> {
	return flagged(db).where(ne(linkFlags.state, "flagged")).orderBy(desc(linkFlags.decidedAt)).limit(limit);
}

/** The flag of one link; null without one. */
export async function findFlag(db: Db, named: { userSlug: string; linkSlug: string }): Promise<FlaggedLink | null> {
	const [found] = await flagged(db).where(
		and(hasName(named.userSlug), hasSlug(named.linkSlug), eq(links.deleted, false)),
	);
	return found ?? null;
}

type Decision = { state: "cleared" | "blocked"; note: string | undefined; at: Date };

/** An operator's decision, which holds until card or target changes. */
export async function decideFlag(db: Db, linkId: number, { state, note, at }: Decision): Promise<void> {
	await db
		.update(linkFlags)
		.set({ state, decidedAt: at, note: note ?? null })
		.where(eq(linkFlags.linkId, linkId));
}

function flagged(db: Db) {
	return db
		.select({ flag: linkFlags, link: links, owner: users })
		.from(linkFlags)
		.innerJoin(links, eq(links.id, linkFlags.linkId))
		.innerJoin(users, eq(users.id, links.userId))
		.$dynamic();
}
