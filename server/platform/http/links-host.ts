import type { IncomingMessage } from "node:http";
import type { Origins } from "#server/platform/config/origins.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";
import { hostOf } from "#shared/platform/host-of.ts";

/** Files that browsers and fetchers request from every host (P18), and those of our own pages below `/go`. */
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
	isAsked: (req: IncomingMessage) => boolean;
	hasFile: (req: IncomingMessage) => boolean;
};

/** What the origin of links answers (P364). The Host header can only restrict answers: no address is built from it. */
export function createLinksHost({ publicOrigin, linksOrigin }: Origins): LinksHost {
	if (linksOrigin === publicOrigin) return { isAsked: () => false, hasFile: () => false };
	const { host, hostname } = new URL(linksOrigin);
	return {
		isAsked({ headers: { host: asked = "" } }) {
			return asked === host || hostnameOf(asked) === hostname;
		},
		hasFile({ method = "", url = "/" }) {
			const [path = ""] = url.split(/[?#]/, 1);
			return READS.has(method) && (path.startsWith(`${IMAGES_PATH}/`) || FILES.has(path));
		},
	};
}

/** Without the port, which proxies may drop. */
function hostnameOf(host: string): string | null {
	if (!URL.canParse(`http://${host}`)) return null;
	return hostOf(new URL(`http://${host}`));
}
