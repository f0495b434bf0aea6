import type { LinkFlagRow } from "#shared/links/link-flags.table.ts";
import {
	type Evidence,
	effectOf,
	type LinkFlag,
	type ModerationReason,
	worstOf,
} from "#shared/moderation/guard/moderation-reason.ts";

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
