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

type Shown = Pick<LinkFlagRow, "state" | "evidence" | "reasons" | "reviewAskedAt" | "decidedAt">;

/** What a link's owner sees of its flag; null if cleared or without effect. */
export function presentFlag(flag: Shown, { isTrusted }: { isTrusted: boolean }): LinkFlag | null {
	const { state, evidence, reasons, decidedAt } = flag;
	if (state === "cleared") return null;
	if (state === "flagged" && isNobodys(evidence, isTrusted)) return null;
	const effect = state === "blocked" ? "closed" : effectOf(evidence, isTrusted);
	const reviewAskedAt = pendingReview(flag)?.toISOString() ?? null;
	return { state, reasons, effect, reviewAskedAt, ...(state === "blocked" && decidedAt && { isDecided: true }) };
}

/** The reasons shown to the owner of a new link, in reports about many links. */
export function shownReasons(reasons: ModerationReason[], { isTrusted }: { isTrusted: boolean }): ModerationReason[] {
	const worst = worstOf(reasons);
	return worst && isNobodys(worst.evidence, isTrusted) ? [] : reasons;
}

/** A trusted owner's short link has no consequence. */
function isNobodys(evidence: Evidence, isTrusted: boolean): boolean {
	return evidence === "target" && isTrusted;
}

/** When the still undecided review was requested. */
export function pendingReview({ reviewAskedAt, decidedAt }: Pick<Shown, "reviewAskedAt" | "decidedAt">): Date | null {
	return reviewAskedAt !== null && decidedAt !== null && decidedAt >= reviewAskedAt ? null : reviewAskedAt;
}
