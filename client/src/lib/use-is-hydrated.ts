import { useSyncExternalStore } from "react";

/**
 * False during hydration, then true. Browser-only state must not render before: a late part wouldn't match its HTML.
 */
export function useIsHydrated(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	);
}

const neverChanges = () => () => {};
