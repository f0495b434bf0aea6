import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { apiGet } from "#client/lib/api-client.ts";
import type { LatestDelivery, LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { API } from "#shared/platform/api-paths.ts";

/** A link's delivery receipts, refetched on each visit and when the server announces a change. */
export function linkDeliveriesQuery(linkId: number) {
	return queryOptions({
		queryKey: [API.links.deliveries(linkId)],
		queryFn: () => apiGet<LinkDeliveries>(API.links.deliveries(linkId)),
		staleTime: 0,
	});
}

/** Keeps a link's delivery receipts current while its screen is open (P402). */
export function useLiveDeliveries(linkId: number): void {
	const queryClient = useQueryClient();
	useAccountChanges((change) => {
		const isOfLink = change === "gap" || (change.kind === "deliveries" && (change.links?.includes(linkId) ?? true));
		if (isOfLink) void queryClient.invalidateQueries({ queryKey: linkDeliveriesQuery(linkId).queryKey });
	});
}

/** The latest receipt of each link; refetched with the list, not by each row that scrolls into view. */
export const latestDeliveriesQuery = queryOptions({
	queryKey: [API.latestDeliveries],
	queryFn: () => apiGet<LatestDelivery[]>(API.latestDeliveries),
});
