import { useQuery } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { Plan } from "#shared/plans/plan.ts";

/** What can be subscribed to, smallest first. */
export function usePlans() {
	return useQuery({ queryKey: ["plans"], queryFn: () => apiGet<Plan[]>(API.plans) });
}
