import { useQuery } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { PLANS_AS_BUILT } from "#client/lib/plans-as-built.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import type { Plan } from "#shared/billing/plans/plan.ts";
import { API } from "#shared/platform/api-paths.ts";

const QUERY_KEY = ["plans"];
const KEYS = [QUERY_KEY];

/** The plans on sale, smallest first: the built-in ones until the server responds. */
export function usePlans() {
	useAskAgain(KEYS);
	const { data, error, isFetching, refetch } = useQuery({
		queryKey: QUERY_KEY,
		queryFn: () => apiGet<Plan[]>(API.plans),
	});
	return { plans: data ?? PLANS_AS_BUILT, error, isFetching, refetch };
}
