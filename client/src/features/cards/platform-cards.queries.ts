import { queryOptions } from "@tanstack/react-query";
import { apiGet } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { LinkCard } from "#shared/cards/card-override.ts";

/** What a link's card says differently to some platforms. */
export function platformCardsQuery(linkId: number) {
	return queryOptions({
		queryKey: [API.links.cards(linkId)],
		queryFn: () => apiGet<LinkCard[]>(API.links.cards(linkId)),
	});
}
