import { and, eq, isNull, lte, ne, or } from "drizzle-orm";
import { isOwnLink, linkNotFound } from "#server/account/auth/own-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { type LinkFlagRow, linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import {
	type Evidence,
	effectOf,
	type LinkFlag,
	type ModerationReason,
	worstOf,
} from "#shared/moderation/guard/moderation-reason.ts";
import { isTrustedOwner } from "./moderated-link.ts";

/** What owners see of their links' flags, and how they ask for a review (P383). */
export function createReviews({ db, now }: { db: Db; now: () => Date }) {
	/** What the owner sees of a link's flag. */
	async function find(linkId: number): Promise<LinkFlag | null> {
		const [found] = await db
			.select({ flag: linkFlags, userId: links.userId })
			.from(linkFlags)
			.innerJoin(links, eq(links.id, linkFlags.linkId))
			.where(eq(linkFlags.linkId, linkId));
		return found ? presentFlag(found.flag, { isTrusted: await isTrustedOwner(db, found.userId) }) : null;
	}

	/**
	 * The owner asks an operator to look at a flagged link; once is enough until the operator decides.
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

type Shown = Pick<LinkFlagRow, "state" | "evidence" | "reasons" | "reviewAskedAt" | "decidedAt">;

/** What the owner of a link sees of its flag; null where an operator has cleared it, or nothing follows. */
export function presentFlag(flag: Shown, { isTrusted }: { isTrusted: boolean }): LinkFlag | null {
	const { state, evidence, reasons, decidedAt } = flag;
	if (state === "cleared") return null;
	if (state === "flagged" && isNobodys(evidence, isTrusted)) return null;
	const effect = state === "blocked" ? "closed" : effectOf(evidence, isTrusted);
	const reviewAskedAt = pendingReview(flag)?.toISOString() ?? null;
	return { state, reasons, effect, reviewAskedAt, ...(state === "blocked" && decidedAt && { isDecided: true }) };
}

/** The reasons of a new link that its owner is shown, for reports of many links. */
export function shownReasons(reasons: ModerationReason[], { isTrusted }: { isTrusted: boolean }): ModerationReason[] {
	const worst = worstOf(reasons);
	return worst && isNobodys(worst.evidence, isTrusted) ? [] : reasons;
}

/** A short link of an owner who is trusted is nobody's matter. */
function isNobodys(evidence: Evidence, isTrusted: boolean): boolean {
	return evidence === "target" && isTrusted;
}

/** When the review was asked for that no operator has decided yet. */
export function pendingReview({ reviewAskedAt, decidedAt }: Pick<Shown, "reviewAskedAt" | "decidedAt">): Date | null {
	return reviewAskedAt !== null && decidedAt !== null && decidedAt >= reviewAskedAt ? null : reviewAskedAt;
}
