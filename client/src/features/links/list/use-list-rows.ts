import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { LIST_LIMITS, type LinkOverview, type ListedLink } from "#shared/links/link-list.ts";
import { rowsQuery } from "./list.queries.ts";

type ListRows = {
	linkOf: (id: number) => ListedLink | undefined;
	isLost: (id: number) => boolean;
	error: Error | null;
	again: () => Promise<unknown>;
};

/**
 * The list's rows, loaded in pages as they come near the screen. Until then, an older cached row is shown.
 * @param shown indices of the rows near the screen
 */
export function useListRows(overview: LinkOverview, shown: readonly number[]): ListRows {
	const known = useRef(new Map<number, ListedLink>());
	const pages = [...new Set(shown.map((index) => Math.floor(index / LIST_LIMITS.page)))];
	const first = new Set(overview.links.map(({ id }) => id));
	const wanted = pages
		.map((page) => overview.ids.slice(page * LIST_LIMITS.page, (page + 1) * LIST_LIMITS.page))
		.map((ids) => ids.filter((id) => !first.has(id)))
		.filter((ids) => ids.length > 0);
	const answers = useQueries({ queries: wanted.map((ids) => rowsQuery(ids, overview.readAt)) });

	const fresh = new Map<number, ListedLink>();
	for (const { data = [] } of answers) for (const link of data) fresh.set(link.id, link);
	for (const link of overview.links) fresh.set(link.id, link);
	useEffect(() => {
		for (const [id, link] of fresh) known.current.set(id, link);
	});
	const lost = new Set(wanted.filter((_, index) => answers[index]?.isError).flat());
	const linkOf = (id: number) => fresh.get(id) ?? known.current.get(id);
	return {
		linkOf,
		isLost: (id) => lost.has(id) && !linkOf(id),
		error: answers.find(({ error }) => error)?.error ?? null,
		again: () => Promise.all(answers.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
	};
}
