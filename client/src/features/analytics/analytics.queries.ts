import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError, apiGet } from "#client/lib/api-client.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { API } from "#shared/platform/api-paths.ts";
import { type ChartWish, writeWish } from "./chart-address.ts";

const FRESH_FOR_MS = 60_000;

/** Where a chart comes from: of one link, or of the whole account. */
export function chartPath(linkId: number | null, wish: ChartWish): string {
	return (linkId === null ? API.analytics.account : API.analytics.linkChart(linkId)) + writeWish(wish);
}

/** A chart is asked for again when it is opened again after a minute; the one before stays in sight meanwhile. */
export function chartQuery(linkId: number | null, wish: ChartWish) {
	const path = chartPath(linkId, wish);
	return queryOptions({
		queryKey: [path],
		queryFn: () => apiGet<Chart>(path),
		staleTime: FRESH_FOR_MS,
		placeholderData: keepPreviousData,
	});
}

/** Views of the account by tag, over the days of a chart; the filter changes nothing of it. */
export function tagCountsQuery(wish: ChartWish) {
	const path = API.analytics.tags + writeWish({ ...wish, only: null });
	return queryOptions({
		queryKey: [path],
		queryFn: () => apiGet<TagCounts>(path),
		staleTime: FRESH_FOR_MS,
		placeholderData: keepPreviousData,
	});
}

/** Whether the same charts may come at the next try: what the plan or the address itself forbids stays forbidden. */
export function canBeTriedAgain(error: Error): boolean {
	return !(error instanceof ApiError && (error.kind === "plan_required" || error.kind === "invalid"));
}
