import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { LinkAlias, LinkAliasList } from "#shared/links/aliases.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Former addresses of a link, the newest first. A save of the link makes them old. */
export function linkAliasesQuery(linkId: number) {
	return queryOptions({
		queryKey: ["links", "aliases", linkId],
		queryFn: async (): Promise<LinkAlias[]> => (await apiGet<LinkAliasList>(API.links.aliases(linkId))).aliases,
		// A link is edited rarely, and its addresses and views are to be those of now.
		staleTime: 0,
		gcTime: 0,
	});
}

/** Slugs that a link had before and that still lead to it; none while they are not known, and for a new link. */
export function useAliasSlugs(linkId: number | undefined): string[] {
	const { data = [] } = useQuery({ ...linkAliasesQuery(linkId ?? 0), enabled: linkId !== undefined });
	return data.map(({ slug }) => slug);
}

/** Releases an alias; afterwards the list is without it. */
export function useReleaseAlias(linkId: number) {
	const queryClient = useQueryClient();
	const { queryKey } = linkAliasesQuery(linkId);
	return useMutation({
		mutationFn: (slug: string) => apiRequest("DELETE", API.links.alias(linkId, slug)),
		onSuccess: (_, released) =>
			queryClient.setQueryData(queryKey, (aliases) => aliases?.filter(({ slug }) => slug !== released)),
		// It may be gone already, by another tab.
		onError: () => queryClient.invalidateQueries({ queryKey }),
	});
}
