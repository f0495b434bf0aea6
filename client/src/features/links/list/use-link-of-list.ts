import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { LinkOverview, ListedLink } from "#shared/links/link-list.ts";
import { rowsQuery } from "./list.queries.ts";

/** A link by its id, anywhere in the list; null requests none. While it is reloaded, the cached one is returned. */
export function useLinkOfList(id: number | null, overview: LinkOverview | undefined): ListedLink | undefined {
	const known = useRef<ListedLink>(undefined);
	const near = overview?.links.find((link) => link.id === id);
	const isFar = id !== null && overview !== undefined && near === undefined;
	const { data } = useQuery({ ...rowsQuery([id ?? 0], overview?.readAt ?? ""), enabled: isFar });
	const before = known.current?.id === id ? known.current : undefined;
	// A response without it means that it is gone.
	const link = near ?? (data ? data[0] : before);
	useEffect(() => {
		known.current = link;
	});
	return link;
}
