import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { LinkAlias, LinkAliasList } from "#shared/links/aliases.ts";
import { API } from "#shared/platform/api-paths.ts";

/** A link's aliases, newest first. Saving the link invalidates them. */
export function linkAliasesQuery(linkId: number) {
	return queryOptions({
		queryKey: ["links", "aliases", linkId],
		queryFn: async (): Promise<LinkAlias[]> => (await apiGet<LinkAliasList>(API.links.aliases(linkId))).aliases,
		// Edits are rare, and aliases and views should be current.
		staleTime: 0,
		gcTime: 0,
	});
}

/** A link's former slugs that still work; empty while unknown, and for a new link. */
export function useAliasSlugs(linkId: number | undefined): string[] {
	const { data = [] } = useQuery({ ...linkAliasesQuery(linkId ?? 0), enabled: linkId !== undefined });
	return data.map(({ slug }) => slug);
}

export function useReleaseAlias(linkId: number) {
	const queryClient = useQueryClient();
	const { queryKey } = linkAliasesQuery(linkId);
	return useMutation({
		mutationFn: (slug: string) => apiRequest("DELETE", API.links.alias(linkId, slug)),
		onSuccess: (_, released) =>
			queryClient.setQueryData(queryKey, (aliases) => aliases?.filter(({ slug }) => slug !== released)),
		// Another tab may have released it.
		onError: () => queryClient.invalidateQueries({ queryKey }),
	});
}
