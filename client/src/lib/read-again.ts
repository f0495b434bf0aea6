import type { InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/**
 * Reads again what a change has made old. An answer that is on its way may be from before the change: it is not waited for,
 * and never taken for the new one.
 */
export async function readAgain(queryClient: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
	await queryClient.cancelQueries(filters);
	await queryClient.invalidateQueries(filters);
}
