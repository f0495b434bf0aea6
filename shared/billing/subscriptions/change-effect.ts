import { planRank } from "../plans/plan-rules.ts";

export type PaidPlan = { planId: string; isAnnual: boolean };

export type ChangeEffect = "now" | "period_end";

/**
 * When a change of plan takes effect (P257): a higher plan, or the same one billed yearly, now; all others when the
 * paid period ends.
 */
export function changeEffect(from: PaidPlan, to: PaidPlan): ChangeEffect {
	const step = planRank(to.planId) - planRank(from.planId);
	if (step !== 0) return step > 0 ? "now" : "period_end";
	return to.isAnnual ? "now" : "period_end";
}
