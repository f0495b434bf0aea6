import type { RequestHandler } from "express";
import { AppError } from "#server/platform/http/app-error.ts";
import { type PlanFeature, planHas, planNeeded } from "#shared/billing/plans/plan-features.ts";
import { subscriptionOf } from "./guards.ts";

/** A guard after `requireSubscription` or `requireAuthor`: 403 `plan_required` without the feature. */
export function requirePlan(feature: PlanFeature): RequestHandler {
	return (req, _res, next) => {
		requireFeature(subscriptionOf(req).planId, feature);
		next();
	};
}

/** For routes that need the feature only for some requests, by a `field`. @throws AppError "plan_required" */
export function requireFeature(planId: string | null, feature: PlanFeature, field?: string): void {
	if (!planHas(planId, feature)) throw new AppError("plan_required", planNeeded(feature), field ? { field } : {});
}
