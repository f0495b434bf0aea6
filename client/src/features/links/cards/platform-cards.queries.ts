import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import type { LinkCard } from "#shared/links/cards/card-override.ts";
import { API } from "#shared/platform/api-paths.ts";

export function platformCardsQuery(linkId: number) {
	return queryOptions({
		queryKey: [API.links.cards(linkId)],
		queryFn: () => apiGet<LinkCard[]>(API.links.cards(linkId)),
	});
}
