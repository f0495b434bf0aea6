import { useSyncExternalStore } from "react";

/**
 * False while pre-rendered HTML is being taken over, true ever after. What is known only in the browser must not show
 * before: a late part of the page would no longer match its HTML.
 */
export function useIsHydrated(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	);
}

const neverChanges = () => () => {};
