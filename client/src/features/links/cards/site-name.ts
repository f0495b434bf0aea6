import { shortDomain } from "#client/lib/public-origin.ts";
import { siteName } from "#shared/links/cards/shown-host.ts";
import { parseUrl } from "#shared/platform/parse-url.ts";

/** A card's site name (P12): the target's host, or our own without a target. */
export function siteNameOf(targetUrl: string): string {
	return (parseUrl(targetUrl) && siteName(targetUrl)) || shortDomain();
}
