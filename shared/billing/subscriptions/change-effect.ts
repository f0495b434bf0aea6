import { planRank } from "../plans/plan-rules.ts";

export type PaidPlan = { planId: string; isAnnual: boolean };

export type ChangeEffect = "now" | "period_end";

/** Now for a higher plan, or the same one billed yearly; all others when the paid period ends (P257). */
export function changeEffect(from: PaidPlan, to: PaidPlan): ChangeEffect {
	const step = planRank(to.planId) - planRank(from.planId);
	if (step !== 0) return step > 0 ? "now" : "period_end";
	return to.isAnnual ? "now" : "period_end";
}
