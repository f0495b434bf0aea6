import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type ChartWish, writeWish } from "./chart-address.ts";

const FRESH_FOR_MS = 60_000;

export function chartPath(linkId: number | null, wish: ChartWish): string {
	return (linkId === null ? API.analytics.account : API.analytics.linkChart(linkId)) + writeWish(wish);
}

/** Refetched when reopened after a minute; the previous chart stays visible meanwhile. */
export function chartQuery(linkId: number | null, wish: ChartWish) {
	const path = chartPath(linkId, wish);
	return queryOptions({
		queryKey: [path],
		queryFn: () => apiGet<Chart>(path),
		staleTime: FRESH_FOR_MS,
		placeholderData: keepPreviousData,
	});
}

/** The account's views by tag, over a chart's days; filters don't apply. */
export function tagCountsQuery(wish: ChartWish) {
	const path = API.analytics.tags + writeWish({ ...wish, only: null });
	return queryOptions({
		queryKey: [path],
		queryFn: () => apiGet<TagCounts>(path),
		staleTime: FRESH_FOR_MS,
		placeholderData: keepPreviousData,
	});
}

/** Whether a retry may help: what the plan or the URL itself forbids stays forbidden. */
export function canBeTriedAgain(error: Error): boolean {
	return !(error instanceof ApiError && (error.kind === "plan_required" || error.kind === "invalid"));
}
