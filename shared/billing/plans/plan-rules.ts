import type { PlanId } from "./plan.ts";
import { PLAN_IDS } from "./plan-ids.ts";

export const MONTHS_PAID_PER_YEAR = 10;

/** Links per calendar month (UTC); 0 is unlimited. Unknown plans count as basic. */
const MONTHLY_LINK_QUOTA: Record<PlanId, number> = {
	starter: 20,
	basic: 20,
	pro: 150,
	enterprise: 0,
};

export function isPlanId(value: string): value is PlanId {
	return (PLAN_IDS as readonly string[]).includes(value);
}

/** Rank for upgrade or downgrade: starter 0, basic 1, pro 2, enterprise 3; unknown -1. */
export function planRank(planId: string): number {
	return (PLAN_IDS as readonly string[]).indexOf(planId);
}

/** Links per month; 0 is unlimited. */
export function monthlyLinkQuota(planId: string): number {
	return isPlanId(planId) ? MONTHLY_LINK_QUOTA[planId] : MONTHLY_LINK_QUOTA.basic;
}

export function yearlyPrice(priceMonthly: number | string): number {
	return Math.round(Number(priceMonthly) * MONTHS_PAID_PER_YEAR * 100) / 100;
}
