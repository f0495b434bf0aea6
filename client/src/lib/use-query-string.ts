import { useLocationProperty } from "wouter/use-browser-location";

/**
 * The address's raw query. wouter's `useSearch` decodes it, so that readers would decode twice: `%2520` would become a
 * space.
 */
export function useQueryString(): string {
	return useLocationProperty(
		() => window.location.search.slice(1),
		() => "",
	);
}
