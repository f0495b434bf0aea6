import { shortDomain } from "#client/lib/public-origin.ts";
import { siteName } from "#shared/links/cards/shown-host.ts";
import { parseUrl } from "#shared/platform/parse-url.ts";

/** The site name of a card (P12): the target's host, or our own if there is none yet. */
export function siteNameOf(targetUrl: string): string {
	return (parseUrl(targetUrl) && siteName(targetUrl)) || shortDomain();
}
