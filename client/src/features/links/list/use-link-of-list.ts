import { useQuery } from "@tanstack/react-query";
import type { LinkOverview, ListedLink } from "#shared/links/link-list.ts";
import { rowsQuery } from "./list.queries.ts";

/** A link by its id, wherever in the list it stands; null asks for none. */
export function useLinkOfList(id: number | null, overview: LinkOverview | undefined): ListedLink | undefined {
	const near = overview?.links.find((link) => link.id === id);
	const isFar = id !== null && overview !== undefined && near === undefined;
	const { data } = useQuery({ ...rowsQuery([id ?? 0], overview?.readAt ?? ""), enabled: isFar });
	return near ?? data?.[0];
}
