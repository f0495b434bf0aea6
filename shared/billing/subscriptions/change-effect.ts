import { planRank } from "../plans/plan-rules.ts";

/** A plan at an interval. */
export type PaidPlan = { planId: string; isAnnual: boolean };

/** When a change of plan takes effect: at once, or when the period that is paid for ends. */
export type ChangeEffect = "now" | "period_end";

/**
 * The rule for every change of plan (P257): a higher plan starts now, a lower plan when the paid period ends, whatever
 * the intervals are. The same plan changes to yearly billing now, and to monthly billing when the paid period ends.
 */
export function changeEffect(from: PaidPlan, to: PaidPlan): ChangeEffect {
	const step = planRank(to.planId) - planRank(from.planId);
	if (step !== 0) return step > 0 ? "now" : "period_end";
	return to.isAnnual ? "now" : "period_end";
}
