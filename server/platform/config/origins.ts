import { isIP } from "node:net";
import { publicLinkPath } from "#shared/platform/api-paths.ts";

/** Scheme and host of our own addresses: of screens and the API, and of links. The same unless LINKS_ORIGIN is set (P363). */
export type Origins = { publicOrigin: string; linksOrigin: string };

/** The short address of a link; nothing else writes one. */
export function shortUrlOf(
	linksOrigin: string,
	{ userSlug, linkSlug }: { userSlug: string; linkSlug: string },
): string {
	return linksOrigin + publicLinkPath(userSlug, linkSlug);
}

/** The origin of a host of an account: as that of links, but for the name. */
export function originOn(linksOrigin: string, host: string): string {
	const url = new URL(linksOrigin);
	url.hostname = host;
	return url.origin;
}

/** Each origin that is ours, once. Links lead to none of them, and nothing of ours is fetched as a stranger's. */
export function ownOriginsOf({ publicOrigin, linksOrigin }: Origins): string[] {
	return [...new Set([publicOrigin, linksOrigin])];
}

/**
 * What is wrong with a LINKS_ORIGIN next to this PUBLIC_ORIGIN, in a sentence each. Browsers send cookies of a host
 * to all of its ports, so another port is not another domain.
 */
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
