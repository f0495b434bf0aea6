import { isIP } from "node:net";
import { publicLinkPath } from "#shared/platform/api-paths.ts";

/**
 * Our origins: of screens and API, of links, and of images as others are given them. The same unless LINKS_ORIGIN (P363) or
 * IMAGES_ORIGIN (P697) is set.
 */
export type Origins = { publicOrigin: string; linksOrigin: string; imagesOrigin: string };

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

/** An image's address for others: of an upload's path, on the images origin. */
export function imageUrlOn(imagesOrigin: string, imageUrl: string | null): string | null {
	return imageUrl?.startsWith("/") ? imagesOrigin + imageUrl : imageUrl;
}

/** The origins of screens and links, without duplicates. Links can't lead to them, and outbound requests refuse them. */
export function ownOriginsOf({ publicOrigin, linksOrigin }: Pick<Origins, "publicOrigin" | "linksOrigin">): string[] {
	return [...new Set([publicOrigin, linksOrigin])];
}

/** The origins whose upload addresses are ours, without duplicates: a client gives back what it was given (P697). */
export function imageOriginsOf(origins: Origins): string[] {
	return [...new Set([...ownOriginsOf(origins), origins.imagesOrigin])];
}

/** Whether a cache is in front of images, which hides their loads from us (P699). */
export function hidesImageLoads({ linksOrigin, imagesOrigin }: Pick<Origins, "linksOrigin" | "imagesOrigin">): boolean {
	return imagesOrigin !== linksOrigin;
}

/** What is wrong with IMAGES_ORIGIN, a sentence each: https pages don't load images over http. */
export function imagesOriginProblem({ publicOrigin, imagesOrigin }: Origins): string[] {
	if (!publicOrigin.startsWith("https:") || imagesOrigin.startsWith("https:")) return [];
	return ["IMAGES_ORIGIN: must begin with https://, as PUBLIC_ORIGIN does"];
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
