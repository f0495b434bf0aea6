import { paths } from "#client/lib/paths.ts";

/**
 * The address of a bookmark that opens the form of a new link with the page that one is on. It runs on that page, so it
 * is as small as it can be, and needs nothing of ours there.
 * @param origin where the service is reached in public
 */
export function bookmarklet(origin: string): string {
	const form = `${origin}${paths.newLink}?url=`;
	const code = `void window.open(${JSON.stringify(form)}+encodeURIComponent(location.href),"_blank","noopener")`;
	return `javascript:${encodeURIComponent(code)}`;
}
