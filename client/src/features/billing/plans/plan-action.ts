import type { Plan } from "#shared/billing/plans/plan.ts";
import { planRank } from "#shared/billing/plans/plan-rules.ts";

type Situation = {
	plan: Pick<Plan, "id" | "popular">;
	isSignedIn: boolean;
	/** The plan of the user's valid subscription; null without one. */
	currentPlanId: string | null;
	isFixed?: boolean;
};

type PlanAction = { label: string; isDisabled: boolean };

/** The popular plan, or the next above the user's own if they have it or more; null for the highest. */
export function suitedPlanId(plans: readonly Situation["plan"][], currentPlanId: string | null): string | null {
	const rank = currentPlanId === null ? -1 : planRank(currentPlanId);
	const above = plans.filter(({ id }) => planRank(id) > rank).sort((a, b) => planRank(a.id) - planRank(b.id));
	return (above.find(({ popular }) => popular) ?? (currentPlanId === null ? undefined : above[0]))?.id ?? null;
}

/** The button of a plan card (P79); the popular plan is recommended only to users without a plan. */
export function planAction({ plan, isSignedIn, currentPlanId, isFixed = false }: Situation): PlanAction {
	if (isSignedIn && currentPlanId === plan.id) return { label: "Current Plan", isDisabled: true };
	if (isSignedIn && currentPlanId !== null) {
		return { label: planRank(plan.id) > planRank(currentPlanId) ? "Upgrade" : "Downgrade", isDisabled: isFixed };
	}
	if (plan.popular) return { label: "Choose Plan", isDisabled: false };
	return { label: isSignedIn ? "Subscribe" : "Start now", isDisabled: false };
}
