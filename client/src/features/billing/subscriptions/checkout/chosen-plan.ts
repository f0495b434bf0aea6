import { readStored, removeStored, writeStored } from "#client/lib/storage.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";

export type ChosenPlan = { planId: PlanId; isAnnual: boolean };

const KEY = "visualink.chosen-plan";

/** Stores the choice during sign-in and onboarding, for this tab only. */
export function keepChosenPlan(choice: ChosenPlan): void {
	writeStored("session", KEY, JSON.stringify(choice));
}

/** Returns the stored choice once; null if there is none or it can't be read. */
export function takeChosenPlan(): ChosenPlan | null {
	const text = readStored("session", KEY);
	if (text === null) return null;
	removeStored("session", KEY);
	try {
		const { planId, isAnnual } = JSON.parse(text) as Partial<Record<keyof ChosenPlan, unknown>>;
		if (typeof planId !== "string" || !isPlanId(planId)) return null;
		return { planId, isAnnual: isAnnual === true };
	} catch {
		return null;
	}
}
