import { shortDomain } from "#client/lib/public-origin.ts";
import { siteName } from "#shared/cards/shown-host.ts";
import { parseUrl } from "#shared/parse-url.ts";

/** What cards say of the site (P12): the target's host, or our own while there is none. */
export function siteNameOf(targetUrl: string): string {
	return (parseUrl(targetUrl) && siteName(targetUrl)) || shortDomain();
}
