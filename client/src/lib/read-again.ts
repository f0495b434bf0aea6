import type { InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/** Refetches outdated queries. A fetch in progress may predate the change, so it is neither awaited nor used. */
export async function readAgain(queryClient: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
	await queryClient.cancelQueries(filters);
	await queryClient.invalidateQueries(filters);
}
