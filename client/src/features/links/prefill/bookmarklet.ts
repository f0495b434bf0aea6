import { paths } from "#client/lib/paths.ts";

/**
 * It runs on other sites, so it is minimal and loads nothing of ours.
 * @param origin the service's origin
 */
export function bookmarklet(origin: string): string {
	const form = `${origin}${paths.newLink}?url=`;
	const code = `void window.open(${JSON.stringify(form)}+encodeURIComponent(location.href),"_blank","noopener")`;
	return `javascript:${encodeURIComponent(code)}`;
}
