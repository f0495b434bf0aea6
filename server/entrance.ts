import type { IncomingMessage } from "node:http";
import type { Express } from "express";
import type { Origins } from "#server/platform/config/origins.ts";
import { IMAGES_PATH } from "#shared/platform/api-paths.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import type { Deps } from "./deps.ts";
import { isReportRequest } from "./moderation/trust/report.handler.ts";
import type { Modules } from "./modules.ts";
import type { Config } from "./platform/config/config.ts";
import { createHttpServer, type HttpServer } from "./platform/http/http-server.ts";
import { queueRequests } from "./platform/http/request-queue.ts";
import type { Listener } from "./platform/http/uncaught-errors.ts";
import { isGoRequest } from "./public/go/go-path.ts";

type Options = Pick<Deps, "deadlines" | "log"> & { config: Pick<Config, "http">; modules: Modules };

/** `/go` is its own small program; everything else goes through Express, and does not hold up the visitors of `/go`. */
export function createEntrance(app: Express, { config, deadlines, log, modules }: Options): HttpServer {
	const { go, trust, edge, events, callers } = modules;
	const { rateLimits, trustProxy } = config.http;
	const others = queueRequests(app, { callerOf: callers.of, isLimited: rateLimits });
	const linksHost = createLinksHost(config.http);
	const answer: Listener = (req, res) => {
		const isLink = isGoRequest(req.url ?? "/");
		if (linksHost.isAsked(req)) {
			// Nothing there may depend on who asks (P364).
			delete req.headers.cookie;
			if (!isLink && !linksHost.hasFile(req)) return go.missing(res);
		}
		if (!isLink) return others(req, res);
		return isReportRequest(req.url ?? "/") ? trust.handler(req, res) : go.handler(req, res);
	};
	const sayDraining = () => {
		edge.health.drain();
		events.endAll();
	};
	const { uncaughtErrors, requestIds } = edge;
	const isProxied = trustProxy > 0;
	return createHttpServer({ answer, uncaughtErrors, requestIds, sayDraining, deadlines, isProxied, log });
}

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
	/** Whether a request there is for an image or a file; links are the caller's to know. */
	hasFile: (req: IncomingMessage) => boolean;
};

/**
 * The rule of the origin of links (P364). A Host header only decides how little is answered: no address is written from it,
 * and other names than that of the origin of links have all of the service.
 */
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

/** Without a port: a proxy may pass it on or leave it out. */
function hostnameOf(host: string): string | null {
	if (!URL.canParse(`http://${host}`)) return null;
	return hostOf(new URL(`http://${host}`));
}
