import { QueryClient } from "@tanstack/react-query";

/** Answers never go stale by themselves, and nothing is asked twice: each screen says when to ask again. */
export function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				staleTime: Number.POSITIVE_INFINITY,
				retry: false,
				// What has failed is not asked again by the next component that mounts (P130).
				retryOnMount: false,
				refetchOnWindowFocus: false,
				refetchOnReconnect: false,
				refetchInterval: false,
				// A call in a dead network should fail aloud rather than wait for the browser to think it is back.
				networkMode: "always",
			},
			mutations: { retry: false, networkMode: "always" },
		},
	});
}
