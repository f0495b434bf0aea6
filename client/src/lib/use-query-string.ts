import { useLocationProperty } from "wouter/use-browser-location";

/**
 * What is in the address after its question mark, as it is there. wouter's own `useSearch` decodes it once, so
 * that anyone who reads it decodes twice: `%2520` becomes a space.
 */
export function useQueryString(): string {
	return useLocationProperty(
		() => window.location.search.slice(1),
		() => "",
	);
}
