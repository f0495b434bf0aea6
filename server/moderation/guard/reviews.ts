import { and, eq, isNull, lte, ne, or } from "drizzle-orm";
import { isOwnLink, linkNotFound } from "#server/account/auth/own-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import type { LinkFlag } from "#shared/moderation/guard/moderation-reason.ts";
import { isTrustedOwner } from "./moderated-link.ts";
import { presentFlag } from "./present-flag.ts";

/** How owners see their links' flags and request reviews (P383). */
export function createReviews({ db, now }: { db: Db; now: () => Date }) {
	async function find(linkId: number): Promise<LinkFlag | null> {
		const [found] = await db
			.select({ flag: linkFlags, userId: links.userId })
			.from(linkFlags)
			.innerJoin(links, eq(links.id, linkFlags.linkId))
			.where(eq(linkFlags.linkId, linkId));
		return found ? presentFlag(found.flag, { isTrusted: await isTrustedOwner(db, found.userId) }) : null;
	}

	/**
	 * Requests an operator's review of a flagged link; repeated requests count once until it is decided.
	 * @throws AppError "not_found" for a missing, deleted or foreign link, "conflict" for one that isn't flagged
	 */
	async function askReview(ownerId: string, linkId: number): Promise<LinkFlag> {
		const [link] = await db.select({ id: links.id }).from(links).where(isOwnLink(ownerId, linkId));
		if (!link) throw linkNotFound();
		const isOpen = and(eq(linkFlags.linkId, linkId), ne(linkFlags.state, "cleared"));
		await db
			.update(linkFlags)
			.set({ reviewAskedAt: now() })
			.where(and(isOpen, or(isNull(linkFlags.reviewAskedAt), lte(linkFlags.reviewAskedAt, linkFlags.decidedAt))));
		const shown = await find(linkId);
		if (!shown) throw new AppError("link_not_flagged", "This link isn't flagged.");
		return shown;
	}

	return { find, askReview };
}
