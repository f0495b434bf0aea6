import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";

export const viewTotalsQuery = queryOptions({
	queryKey: [API.stats.views],
	queryFn: () => apiGet<ViewStats>(API.stats.views),
});

export function linkViewStatsQuery(linkId: number) {
	return queryOptions({
		queryKey: [API.stats.linkViews(linkId)],
		queryFn: () => apiGet<ViewStats>(API.stats.linkViews(linkId)),
	});
}
