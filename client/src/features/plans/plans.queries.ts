import { useQuery } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { useAskAgain } from "#client/lib/use-ask-again.ts";
import { API } from "#shared/api-paths.ts";
import type { Plan } from "#shared/plans/plan.ts";

/** What the build was made with (`define` in `vite.config.ts`): pre-rendered pages have their plans and prices by it. */
declare const __PLANS__: Plan[];

const QUERY_KEY = ["plans"];
const KEYS = [QUERY_KEY];

/** What can be subscribed to, smallest first: as the build knows it, until the server has answered. */
export function usePlans() {
	useAskAgain(KEYS);
	const { data, error, isFetching, refetch } = useQuery({
		queryKey: QUERY_KEY,
		queryFn: () => apiGet<Plan[]>(API.plans),
	});
	return { plans: data ?? __PLANS__, error, isFetching, refetch };
}
