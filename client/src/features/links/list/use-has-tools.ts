import { useEffect, useRef } from "react";
import type { LinkSearch } from "#shared/links/link-list.ts";

/** From this many links on, not all are in view at once. */
export const TOOLS_FROM = 6;

/** Active filters can always be cleared (P597); once shown, the tools stay, so that no row moves. */
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
