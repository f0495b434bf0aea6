import type { LinkFlagRow } from "#shared/links/link-flags.table.ts";
import {
	type Evidence,
	effectOf,
	type LinkFlag,
	type ModerationReason,
	worstOf,
} from "#shared/moderation/guard/moderation-reason.ts";

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
