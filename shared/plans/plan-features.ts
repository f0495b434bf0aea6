import type { PlanId } from "./plan.ts";
import { isPlanId, planRank } from "./plan-rules.ts";

/**
 * What a plan has besides its quota: the smallest plan that may make it (P143). What an owner has made stays visible and
 * working after a downgrade; only making more stops.
 */
export const FEATURE_PLANS = {
	tags: "basic",
	qrLogo: "basic",
	csv: "pro",
	schedule: "pro",
	platformCards: "pro",
	bulkImport: "enterprise",
	publicStats: "enterprise",
} as const satisfies Record<string, PlanId>;

export type PlanFeature = keyof typeof FEATURE_PLANS;

/** Days back that a plan's charts show. */
const CHART_DAYS: Record<PlanId, number> = { starter: 7, basic: 90, pro: 366, enterprise: 366 };

/** Whether the plan may make this; no plan and an unknown one may not. */
export function planHas(planId: string | null | undefined, feature: PlanFeature): boolean {
	return isPlanId(planId ?? "") && planRank(planId ?? "") >= planRank(FEATURE_PLANS[feature]);
}

/** Days back that charts show; as the smallest plan without a subscription. */
export function chartDays(planId: string | null | undefined): number {
	return planId && isPlanId(planId) ? CHART_DAYS[planId] : CHART_DAYS.starter;
}

/** Distinct tags that an account may have; what it has stays after a downgrade (P230). */
const TAGS: Record<PlanId, number> = { starter: 1_000, basic: 1_000, pro: 1_000, enterprise: 5_000 };

/** Distinct tags of an account; as the smallest plan without a subscription. */
export function tagLimit(planId: string | null | undefined): number {
	return planId && isPlanId(planId) ? TAGS[planId] : TAGS.starter;
}
