/** A URL's host without a trailing dot, which doesn't make it another host. */
export function hostOf({ hostname }: Pick<URL, "hostname">): string {
	return hostname.replace(/\.$/, "");
}
