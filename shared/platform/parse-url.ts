/**
 * An address as the URL parser reads it; null where it can't. `URL.canParse` is newer than some browsers we support (P270).
 * @param base what a relative address starts from
 */
export function parseUrl(text: string, base?: string): URL | null {
	try {
		return new URL(text, base);
	} catch {
		return null;
	}
}

/** The host of an address without the dot that may end it: with and without, it is the same host. */
export function hostOf({ hostname }: Pick<URL, "hostname">): string {
	return hostname.replace(/\.$/, "");
}
