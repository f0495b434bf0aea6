import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import { API } from "#shared/api-paths.ts";
import type { LinkView } from "#shared/links/link.ts";
import {
	type ChangedLinks,
	LIST_LIMITS,
	type LinkChanges,
	type LinkOverview,
	type LinkSearch,
	type ListedLink,
} from "#shared/links/link-list.ts";
import { deletedLinksQuery, LIST_KEY, linksQuery, monthlyUsageQuery } from "../links.queries.ts";

/** What a search finds, and the totals of the account; while another one is asked for, the last one stays. */
export function overviewQuery(search: LinkSearch) {
	const params = new URLSearchParams(Object.entries(search).filter(([, value]) => value)).toString();
	return queryOptions({
		queryKey: [...LIST_KEY, params],
		queryFn: () => apiGet<LinkOverview>(`${API.links.search}?${params}`),
		placeholderData: keepPreviousData,
	});
}

/** Rows of one answer, which `readAt` names. */
export function rowsQuery(ids: number[], readAt: string) {
	return queryOptions({
		queryKey: [...LIST_KEY, "rows", readAt, ids],
		queryFn: () => apiGet<ListedLink[]>(API.links.rows(ids)),
	});
}

/** Reads the list, the totals, the usage and the deleted links anew, together. */
export function refreshList(queryClient: QueryClient): Promise<unknown> {
	// Other searches than the one in view are asked again only when somebody comes back to them.
	queryClient.removeQueries({ queryKey: LIST_KEY, type: "inactive" });
	queryClient.removeQueries({ queryKey: linksQuery.queryKey, exact: true, type: "inactive" });
	return Promise.all([
		queryClient.invalidateQueries({ queryKey: LIST_KEY, predicate: ({ queryKey }) => queryKey[1] !== "rows" }),
		queryClient.invalidateQueries({ queryKey: deletedLinksQuery.queryKey }),
		queryClient.invalidateQueries({ queryKey: [API.latestDeliveries] }),
		queryClient.invalidateQueries({ queryKey: monthlyUsageQuery.queryKey }),
	]);
}

/** Takes links out of the list in view at once: the answer that says so is on its way. */
export function closeRows(queryClient: QueryClient, gone: readonly number[]): void {
	const isGone = new Set(gone);
	queryClient.setQueriesData<LinkOverview>(
		{ queryKey: LIST_KEY, predicate: ({ queryKey }) => queryKey[1] !== "rows" },
		(known) => known && { ...known, ids: known.ids.filter((id) => !isGone.has(id)) },
	);
}

/** Changes links, as many as there are, by as many calls as that takes. */
export function useChangeLinks() {
	return useMutation({
		mutationFn: async (changes: LinkChanges): Promise<ChangedLinks> => {
			const all: ChangedLinks = { changed: [], refused: [] };
			for (let from = 0; from < changes.ids.length; from += LIST_LIMITS.changes) {
				const part = { ...changes, ids: changes.ids.slice(from, from + LIST_LIMITS.changes) };
				const answer = (await (await apiRequest("POST", API.links.changes, part)).json()) as ChangedLinks;
				all.changed.push(...answer.changed);
				all.refused.push(...answer.refused);
			}
			return all;
		},
	});
}

export function useDuplicateLink() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (id: number) => (await (await apiRequest("POST", API.links.duplicate(id))).json()) as LinkView,
		onSuccess: () => refreshList(queryClient),
	});
}
