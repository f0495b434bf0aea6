import { useLocationProperty } from "wouter/use-browser-location";

/** The address's raw query: wouter's `useSearch` decodes it, and readers would decode it again. */
export function useQueryString(): string {
	return useLocationProperty(
		() => window.location.search.slice(1),
		() => "",
	);
}
