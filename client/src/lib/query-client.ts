import { QueryClient } from "@tanstack/react-query";

/** Queries never become stale or retry by themselves: each screen decides when to refetch. */
export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: Number.POSITIVE_INFINITY,
				retry: false,
				// A failed query isn't repeated by the next component that mounts (P130).
				retryOnMount: false,
				refetchOnWindowFocus: false,
				refetchOnReconnect: false,
				refetchInterval: false,
				// Without a network a call must fail instead of waiting.
				networkMode: "always",
			},
			mutations: { retry: false, networkMode: "always" },
		},
	});
}
