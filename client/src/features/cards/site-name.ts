import { shortDomain } from "#client/lib/public-origin.ts";

/** What cards say of the site (P12): the target's host, or our own while there is none. */
export function siteNameOf(targetUrl: string): string {
	return URL.canParse(targetUrl) ? new URL(targetUrl).host : shortDomain();
}
