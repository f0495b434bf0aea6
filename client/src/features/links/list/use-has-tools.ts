import { useEffect, useRef } from "react";
import type { LinkSearch } from "#shared/links/link-list.ts";

/** From so many links on, a list has a search, filters, an order and tags: fewer are in view at once. */
export const TOOLS_FROM = 6;

/**
 * Whether the list has its tools (P597). What the address narrows or orders can always be widened again; once shown, they
 * stay until the list is left, so that no row moves under the pointer.
 */
export function useHasTools(total: number | undefined, search: LinkSearch): boolean {
	const had = useRef(false);
	const has = had.current || (total ?? 0) >= TOOLS_FROM || isSet(search);
	useEffect(() => {
		had.current = has;
	});
	return has;
}

function isSet({ q, sort, filter, tag }: LinkSearch): boolean {
	return q !== "" || sort !== "newest" || Boolean(filter) || Boolean(tag);
}
