import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { apiGet } from "#client/lib/api-client.ts";
import type { LatestDelivery, LinkDeliveries } from "#shared/links/cards/delivery.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Where a link's card has arrived; read at each visit, and again when the server says that it has changed. */
export function linkDeliveriesQuery(linkId: number) {
	return queryOptions({
		queryKey: [API.links.deliveries(linkId)],
		queryFn: () => apiGet<LinkDeliveries>(API.links.deliveries(linkId)),
		staleTime: 0,
	});
}

/** Keeps what is known of where a link's card has arrived up to date, while its screen is open (P402). */
export function useLiveDeliveries(linkId: number): void {
	const queryClient = useQueryClient();
	useAccountChanges((change) => {
		const isOfLink = change === "gap" || (change.kind === "deliveries" && (change.links?.includes(linkId) ?? true));
		if (isOfLink) void queryClient.invalidateQueries({ queryKey: linkDeliveriesQuery(linkId).queryKey });
	});
}

/** The newest fetch of each link's card; read again with the list, not by each row that scrolls into view. */
export const latestDeliveriesQuery = queryOptions({
	queryKey: [API.latestDeliveries],
	queryFn: () => apiGet<LatestDelivery[]>(API.latestDeliveries),
});
