import { effectOf, type LinkFlag } from "#shared/guard/guard-reason.ts";
import type { LinkFlagRow } from "#shared/links/link-flags.table.ts";

type Shown = Pick<LinkFlagRow, "state" | "evidence" | "reasons" | "reviewAskedAt" | "decidedAt">;

/** What the owner of a link sees of its flag; null where an operator has cleared it, or nothing follows. */
export function presentFlag(flag: Shown, { isTrusted }: { isTrusted: boolean }): LinkFlag | null {
	const { state, evidence, reasons, decidedAt } = flag;
	if (state === "cleared") return null;
	// A short link of an owner who is trusted is nobody's matter.
	if (state === "flagged" && evidence === "target" && isTrusted) return null;
	const effect = state === "blocked" ? "closed" : effectOf(evidence, isTrusted);
	const reviewAskedAt = pendingReview(flag)?.toISOString() ?? null;
	return { state, reasons, effect, reviewAskedAt, ...(state === "blocked" && decidedAt && { isDecided: true }) };
}

/** When the review was asked for that no operator has decided yet. */
export function pendingReview({ reviewAskedAt, decidedAt }: Pick<Shown, "reviewAskedAt" | "decidedAt">): Date | null {
	return reviewAskedAt !== null && decidedAt !== null && decidedAt >= reviewAskedAt ? null : reviewAskedAt;
}
