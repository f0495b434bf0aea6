import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { LinkCard } from "#shared/cards/card-override.ts";
import type { CardTarget } from "#shared/cards/card-targets.ts";
import type { LinkView } from "#shared/links/link.ts";

/** What a link's card says differently to some platforms. */
export function platformCardsQuery(linkId: number) {
	return queryOptions({
		queryKey: [API.links.cards(linkId)],
		queryFn: () => apiGet<LinkCard[]>(API.links.cards(linkId)),
	});
}

type Change = {
	target: CardTarget;
	/** The form as it is sent; null gives the platform the link's own card again. */
	body: FormData | null;
};

/** Saves or takes back the card of one target. */
export function useChangePlatformCard({ id: linkId, linkSlug }: LinkView) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async ({ target, body }: Change) => {
			const path = API.links.card(linkId, target);
			const answer = await (body ? apiRequest("PUT", path, body) : apiRequest("DELETE", path));
			return (await answer.json()) as LinkCard[];
		},
		onSuccess: (cards) => {
			queryClient.setQueryData(platformCardsQuery(linkId).queryKey, cards);
			void queryClient.invalidateQueries({ queryKey: [API.links.deliveries(linkId)] });
			// The link's card has another version now (P137).
			void queryClient.invalidateQueries({ queryKey: [API.links.bySlug(linkSlug)] });
			void queryClient.invalidateQueries({ queryKey: [API.links.search] });
		},
	});
}
