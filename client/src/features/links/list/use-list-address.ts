import { useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import { useQueryString } from "#client/lib/use-query-string.ts";
import { LIST_LIMITS, type LinkSearch, linkSearch } from "#shared/links/link-list.ts";
import { trimBlank } from "#shared/platform/plain-text.ts";

const NAMES = ["q", "sort", "filter", "tag"] as const;
const STANDARD: LinkSearch = { q: "", sort: "newest" };

type ListAddress = {
	search: LinkSearch;
	isNarrowed: boolean;
	/** `isTyped` replaces the history entry instead of adding one. */
	change: (changes: Partial<LinkSearch>, options?: { isTyped?: boolean }) => void;
};

/** The list's state, kept in the URL so that Back, reload and sharing preserve it. */
export function useListAddress(): ListAddress {
	const query = useQueryString();
	const [location, navigate] = useLocation();
	const search = useMemo(() => searchIn(query), [query]);

	const change = useCallback<ListAddress["change"]>(
		(changes, { isTyped = false } = {}) => {
			const params = new URLSearchParams(query);
			for (const name of NAMES) {
				const value = { ...search, ...changes }[name];
				if (value === undefined || value === STANDARD[name]) params.delete(name);
				else params.set(name, value);
			}
			const text = params.toString();
			const state: unknown = isTyped ? window.history.state : null;
			navigate(text ? `${location}?${text}` : location, { replace: isTyped, state });
		},
		[query, search, location, navigate],
	);

	return { search, isNarrowed: trimBlank(search.q) !== "" || Boolean(search.filter) || Boolean(search.tag), change };
}

export function searchIn(query: string): LinkSearch {
	const params = new URLSearchParams(query);
	const { q, sort, filter, tag } = linkSearch.shape;
	return {
		q: q.catch("").parse((params.get("q") ?? "").slice(0, LIST_LIMITS.search)),
		sort: sort.catch("newest").parse(params.get("sort") ?? undefined),
		filter: filter.catch(undefined).parse(params.get("filter") ?? undefined),
		tag: tag.catch(undefined).parse(params.get("tag") || undefined),
	};
}
