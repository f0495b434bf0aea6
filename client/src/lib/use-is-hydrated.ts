import { useSyncExternalStore } from "react";

/** False during hydration: browser-only state must not render before it, or a late part wouldn't match its HTML. */
export function useIsHydrated(): boolean {
	return useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	);
}

const neverChanges = () => () => {};
