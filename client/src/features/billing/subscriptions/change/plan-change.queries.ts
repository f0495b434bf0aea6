import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import type { PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ChosenPlan } from "../checkout/chosen-plan.ts";

/** Unused time loses value every second. */
const FRESH_FOR_MS = 60_000;

/** The effects and cost of a plan change (P258). */
export function planChangeQuery({ planId, isAnnual }: ChosenPlan) {
	return queryOptions({
		queryKey: ["subscriptions", "preview", planId, isAnnual],
		staleTime: FRESH_FOR_MS,
		queryFn: () => apiGet<PlanChangePreview>(`${API.subscriptions.preview}?planId=${planId}&isAnnual=${isAnnual}`),
	});
}
