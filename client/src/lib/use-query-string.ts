import { useLocationProperty } from "wouter/use-browser-location";

/**
 * What stands in the address after its question mark, as it stands there. wouter's own `useSearch` decodes it once, so
 * that whoever reads it decodes twice: `%2520` becomes a space.
 */
export function useQueryString(): string {
	return useLocationProperty(
		() => window.location.search.slice(1),
		() => "",
	);
}
