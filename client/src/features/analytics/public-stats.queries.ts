import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { PublicPage, PublicRange, PublicStats } from "#shared/analytics/public-stats.ts";
import { API } from "#shared/platform/api-paths.ts";

const FRESH_FOR_MS = 60_000;

/** The public page of the owner's link, if any; refetched on each visit, because another tab may have removed it. */
export function publicPageQuery(linkId: number) {
	const path = API.analytics.publicPage(linkId);
	return queryOptions({
		queryKey: [path],
		queryFn: () => apiGet<PublicPage>(path),
		staleTime: 0,
	});
}

export function usePublicPage(linkId: number, method: "PUT" | "DELETE") {
	const queryClient = useQueryClient();
	const path = API.analytics.publicPage(linkId);
	return useMutation({
		mutationFn: async () => (await (await apiRequest(method, path)).json()) as PublicPage,
		onSuccess: (page) => queryClient.setQueryData([path], page),
	});
}

export function publicStatsQuery(address: string, range: PublicRange) {
	const path = `${API.publicStats.read}?${new URLSearchParams({ address, range })}`;
	return queryOptions({
		queryKey: [path],
		queryFn: () => apiGet<PublicStats>(path),
		staleTime: FRESH_FOR_MS,
		placeholderData: keepPreviousData,
	});
}
