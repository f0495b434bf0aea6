/** Parses an address; null if invalid. `URL.canParse` is newer than some supported browsers (P270). */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}

/** A URL's host without a trailing dot, which doesn't make it another host. */
export function hostOf({ hostname }: Pick<URL, "hostname">): string {
	return hostname.replace(/\.$/, "");
}
