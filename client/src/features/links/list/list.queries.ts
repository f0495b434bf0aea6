import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import { readAgain } from "#client/lib/read-again.ts";
import type { LinkView } from "#shared/links/link.ts";
import type {
	ChangedLinks,
	LinkChanges,
	LinkIndex,
	LinkOverview,
	LinkSearch,
	ListedLink,
} from "#shared/links/link-list.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";
import { deletedLinksQuery, LIST_KEY, monthlyUsageQuery, STANDARD_LIST } from "../links.queries.ts";
import { changeInParts } from "./change-in-parts.ts";
import { type Closing, withoutRows } from "./without-rows.ts";

/** The list, or a search's results, with the account's totals; the previous data stays while the next loads (P405). */
export function overviewQuery(search: LinkSearch) {
	const params = new URLSearchParams(Object.entries(search).filter(([, value]) => value)).toString();
	return queryOptions({
		queryKey: [...LIST_KEY, params],
		queryFn: () =>
			params === STANDARD_LIST ? unfilteredList() : apiGet<LinkOverview>(`${API.links.search}?${params}`),
		placeholderData: keepPreviousData,
	});
}

/** Rows that only one of both responses contains are omitted, or fetched by id. */
async function unfilteredList(): Promise<LinkOverview> {
	const [rows, index] = await Promise.all([
		apiGet<ListedLink[]>(API.links.firstPage),
		apiGet<LinkIndex>(API.links.index),
	]);
	const ids = new Set(index.ids);
	return { ...index, links: rows.filter(({ id }) => ids.has(id)) };
}

export function rowsQuery(ids: number[], readAt: string) {
	return queryOptions({
		queryKey: [...LIST_KEY, "rows", readAt, ids],
		queryFn: () => apiGet<ListedLink[]>(API.links.rows(ids)),
	});
}

export function knownLink(queryClient: QueryClient, id: number): ListedLink | undefined {
	for (const [, data] of queryClient.getQueriesData<LinkOverview | ListedLink[]>({ queryKey: LIST_KEY })) {
		const links = Array.isArray(data) ? data : data?.links;
		const found = links?.find((link) => link.id === id);
		if (found) return found;
	}
	return undefined;
}

export function refreshList(queryClient: QueryClient): Promise<unknown> {
	// Inactive searches are refetched only when revisited.
	queryClient.removeQueries({ queryKey: LIST_KEY, type: "inactive" });
	return Promise.all([
		// Rows belong to the response that lists them.
		readAgain(queryClient, { queryKey: LIST_KEY, predicate: ({ queryKey }) => queryKey[1] !== "rows" }),
		readAgain(queryClient, { queryKey: deletedLinksQuery.queryKey }),
		readAgain(queryClient, { queryKey: [API.stats.views] }),
		readAgain(queryClient, { queryKey: [API.latestDeliveries] }),
		readAgain(queryClient, { queryKey: monthlyUsageQuery.queryKey }),
	]);
}

/** @returns a function that restores the current list, after an optimistic update */
export function listAsKnown(queryClient: QueryClient): () => void {
	const known = queryClient.getQueriesData({ queryKey: LIST_KEY });
	return () => {
		for (const [queryKey, data] of known) queryClient.setQueryData(queryKey, data);
	};
}

export function showTag(
	queryClient: QueryClient,
	{ change, ids, tag }: { change: "tag" | "untag"; ids: number[]; tag: string },
): void {
	const isSame = (each: string) => each.toLowerCase() === tag.toLowerCase();
	const changed = (link: ListedLink): ListedLink => {
		if (!ids.includes(link.id) || link.tags.some(isSame) === (change === "tag")) return link;
		return { ...link, tags: change === "tag" ? [...link.tags, tag] : link.tags.filter((each) => !isSame(each)) };
	};
	queryClient.setQueriesData<LinkOverview | ListedLink[]>({ queryKey: LIST_KEY }, (known) =>
		known === undefined
			? known
			: Array.isArray(known)
				? known.map(changed)
				: { ...known, links: known.links.map(changed) },
	);
}

export function showCounts(queryClient: QueryClient, fresh: readonly ListedLink[], views: ViewStats): void {
	const byId = new Map(fresh.map((link) => [link.id, link]));
	const newer = (link: ListedLink): ListedLink => {
		const { viewsHuman, viewsBot, lastSeenAt } = byId.get(link.id) ?? link;
		return { ...link, viewsHuman, viewsBot, lastSeenAt };
	};
	queryClient.setQueryData([API.stats.views], views);
	queryClient.setQueriesData<LinkOverview | ListedLink[]>({ queryKey: LIST_KEY }, (known) =>
		known === undefined ? known : Array.isArray(known) ? known.map(newer) : { ...known, links: known.links.map(newer) },
	);
}

export function closeRows(queryClient: QueryClient, closing: Closing): void {
	queryClient.setQueriesData<LinkOverview>(
		{ queryKey: LIST_KEY, predicate: ({ queryKey }) => queryKey[1] !== "rows" },
		(known) => known && withoutRows(known, closing),
	);
}

/** Changes links; if only some calls fail, the result still contains the successful ones. */
export function useChangeLinks() {
	return useMutation({
		mutationFn: (changes: LinkChanges) => changeInParts(changes, sendChanges),
	});
}

async function sendChanges(part: LinkChanges): Promise<ChangedLinks> {
	return (await (await apiRequest("POST", API.links.changes, part)).json()) as ChangedLinks;
}

export function useDuplicateLink() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (id: number) => (await (await apiRequest("POST", API.links.duplicate(id))).json()) as LinkView,
		onSuccess: () => refreshList(queryClient),
	});
}
