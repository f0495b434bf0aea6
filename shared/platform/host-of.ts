/** The host of an address without the dot that may end it: with and without, it is the same host. */
export function hostOf({ hostname }: Pick<URL, "hostname">): string {
	return hostname.replace(/\.$/, "");
}
