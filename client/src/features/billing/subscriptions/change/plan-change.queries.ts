import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import type { PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ChosenPlan } from "../checkout/chosen-plan.ts";

/** Unused time is worth less every second. */
const FRESH_FOR_MS = 60_000;

/** What changing to a plan would do and cost (P258). */
export function planChangeQuery({ planId, isAnnual }: ChosenPlan) {
	return queryOptions({
		queryKey: ["subscriptions", "preview", planId, isAnnual],
		staleTime: FRESH_FOR_MS,
		queryFn: () => apiGet<PlanChangePreview>(`${API.subscriptions.preview}?planId=${planId}&isAnnual=${isAnnual}`),
	});
}
