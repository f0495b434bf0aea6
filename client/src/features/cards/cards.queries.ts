import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { LatestDelivery, LinkDeliveries } from "#shared/cards/delivery.ts";

/** A fetch is told within ten seconds, on the page that tells it and nowhere else (P138). */
const LOOK_AGAIN_MS = 5_000;

/** Where a link's card has arrived; asked again and again while its page is in view. */
export function linkDeliveriesQuery(linkId: number) {
	return queryOptions({
		queryKey: [API.links.deliveries(linkId)],
		queryFn: () => apiGet<LinkDeliveries>(API.links.deliveries(linkId)),
		staleTime: 0,
		refetchInterval: (query) => (query.state.status === "error" ? false : LOOK_AGAIN_MS),
	});
}

/** The newest fetch of each link's card; read anew with the list, not by each row that scrolls into view. */
export const latestDeliveriesQuery = queryOptions({
	queryKey: [API.latestDeliveries],
	queryFn: () => apiGet<LatestDelivery[]>(API.latestDeliveries),
});
