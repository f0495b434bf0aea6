import { isIP } from "node:net";
import { publicLinkPath } from "#shared/platform/api-paths.ts";

/** Our origins: of screens and API, and of links. The same unless LINKS_ORIGIN is set (P363). */
export type Origins = { publicOrigin: string; linksOrigin: string };

type ShortAddress = { userSlug: string; linkSlug: string; domain: string | null };

/** The only place that builds a link's short address. @param domain the host of its own domain, null without one */
export function shortUrlOf(linksOrigin: string, { userSlug, linkSlug, domain }: ShortAddress): string {
	if (domain !== null) return addressOn(linksOrigin, domain, linkSlug);
	return linksOrigin + publicLinkPath(userSlug, linkSlug);
}

/** A link's short address on an own domain. */
export function addressOn(linksOrigin: string, host: string, linkSlug: string): string {
	return `${originOn(linksOrigin, host)}/${linkSlug}`;
}

/** The origin of an own domain: scheme and port are those of links. */
export function originOn(linksOrigin: string, host: string): string {
	const url = new URL(linksOrigin);
	url.hostname = host;
	return url.origin;
}

/** An image's address for others: of an upload's path, on the links origin. */
export function imageUrlOn(linksOrigin: string, imageUrl: string | null): string | null {
	return imageUrl?.startsWith("/") ? linksOrigin + imageUrl : imageUrl;
}

/** Our origins, without duplicates. Links can't lead to them, and outbound requests refuse them. */
export function ownOriginsOf({ publicOrigin, linksOrigin }: Origins): string[] {
	return [...new Set([publicOrigin, linksOrigin])];
}

/** What is wrong with LINKS_ORIGIN, a sentence each. Cookies ignore ports, so another port isn't another domain. */
export function linksOriginProblem({ publicOrigin, linksOrigin }: Origins): string[] {
	if (linksOrigin === publicOrigin) return [];
	const [home, links] = [publicOrigin, linksOrigin].map((origin) => new URL(origin));
	if (home?.hostname === links?.hostname) {
		return ["LINKS_ORIGIN: must have another host than PUBLIC_ORIGIN, or be left out: another port is not enough"];
	}
	if (isIP(links?.hostname.replace(/[[\]]/g, "") ?? "") !== 0) {
		return [
			"LINKS_ORIGIN: must have a name, not an IP address: load balancers ask processes for their health at those",
		];
	}
	if (home?.protocol !== links?.protocol) {
		return [`LINKS_ORIGIN: must begin with ${home?.protocol}//, as PUBLIC_ORIGIN does`];
	}
	return [];
}
