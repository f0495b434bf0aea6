import type { IncomingMessage } from "node:http";
import type { Origins } from "#server/platform/config/origins.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";
import { hostOf } from "#shared/platform/host-of.ts";

/** Files that browsers and fetchers ask every host for (P18), and what our own pages below `/go` show. */
const FILES = new Set([
	"/robots.txt",
	"/favicon.ico",
	"/icon.svg",
	"/apple-touch-icon.png",
	"/icon-192.png",
	"/icon-512.png",
]);
const READS = new Set(["GET", "HEAD"]);

export type LinksHost = {
	/** Whether a request asks the origin of links, where that is an origin of its own. */
	isAsked: (req: IncomingMessage) => boolean;
	/** Whether a request there, or on an account's own domain, is for an image or a file; links are the caller's to know. */
	hasFile: (req: IncomingMessage) => boolean;
};

/**
 * The rule of the origin of links (P364). A Host header only decides how little is answered: no address is written from it,
 * and other names than that of the origin of links have all of the service.
 */
export function createLinksHost({ publicOrigin, linksOrigin }: Origins): LinksHost {
	if (linksOrigin === publicOrigin) return { isAsked: () => false, hasFile: asksForFile };
	const { host, hostname } = new URL(linksOrigin);
	return {
		isAsked({ headers: { host: asked = "" } }) {
			return asked === host || hostnameOf(asked) === hostname;
		},
		hasFile: asksForFile,
	};
}

function asksForFile({ method = "", url = "/" }: IncomingMessage): boolean {
	const [path = ""] = url.split(/[?#]/, 1);
	return READS.has(method) && (path.startsWith(`${IMAGES_PATH}/`) || FILES.has(path));
}

/** Without a port: a proxy may pass it on or leave it out. */
function hostnameOf(host: string): string | null {
	if (!URL.canParse(`http://${host}`)) return null;
	return hostOf(new URL(`http://${host}`));
}
