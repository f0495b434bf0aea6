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

/** A proxy sets it where it takes any host (P628): no screen of ours is on a foreign one. It can only restrict answers. */
const OWN_DOMAINS_ONLY = "x-own-domains-only";

type Options = Pick<Deps, "deadlines" | "log"> & { config: Pick<Config, "http">; modules: Modules };

/** `/go` runs outside Express, so that the API doesn't delay visitors. */
export function createEntrance(app: Express, { config, deadlines, log, modules }: Options): HttpServer {
	const { go, trust, edge, events, callers } = modules;
	const { rateLimits, trustProxy } = config.http;
	const others = queueRequests(app, { callerOf: callers.of, isLimited: rateLimits });
	const linksHost = createLinksHost(config.http);
	const asksImagesHost = createImagesHost(config.http);
	const answer: Listener = (req, res) => {
		const domain = go.ownDomains.of(req.headers.host);
		if (domain) return go.onDomain(req, res, { domain, images: asksForImage(req) ? others : null });
		if (asksImagesHost(req)) {
			delete req.headers.cookie;
			return asksForFile(req) ? others(req, res) : go.plainMissing(res);
		}
		if (req.headers[OWN_DOMAINS_ONLY] !== undefined) return go.plainMissing(res);
		const isLink = isGoRequest(req.url ?? "/");
		if (linksHost.isAsked(req)) {
			// Nothing there may depend on the user (P364).
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
function createLinksHost({ publicOrigin, linksOrigin }: Origins): LinksHost {
	if (linksOrigin === publicOrigin) return { isAsked: () => false, hasFile: asksForFile };
	return { isAsked: asksHostOf(linksOrigin), hasFile: asksForFile };
}

/** Whether a CDN or a proxy asks by the name of images, where a copy of our screens would be another's (P697). */
function createImagesHost({ publicOrigin, linksOrigin, imagesOrigin }: Origins): LinksHost["isAsked"] {
	const isOthers = [publicOrigin, linksOrigin].some(
		(origin) => new URL(origin).hostname === new URL(imagesOrigin).hostname,
	);
	return isOthers ? () => false : asksHostOf(imagesOrigin);
}

function asksHostOf(origin: string): LinksHost["isAsked"] {
	const { host, hostname } = new URL(origin);
	// Nearly all requests name the same host, and parsing it takes a microsecond.
	let last = { asked: host, isIt: true };
	return ({ headers: { host: asked = "" } }) => {
		if (asked !== last.asked) last = { asked, isIt: hostnameOf(asked) === hostname };
		return last.isIt;
	};
}

function asksForFile(req: IncomingMessage): boolean {
	return asksForImage(req) || (READS.has(req.method ?? "") && FILES.has(pathOf(req)));
}

function asksForImage(req: IncomingMessage): boolean {
	return READS.has(req.method ?? "") && pathOf(req).startsWith(`${IMAGES_PATH}/`);
}

function pathOf({ url = "/" }: IncomingMessage): string {
	return url.split(/[?#]/, 1)[0] ?? "";
}

/** Without the port, which proxies may drop. */
function hostnameOf(host: string): string | null {
	if (!URL.canParse(`http://${host}`)) return null;
	return hostOf(new URL(`http://${host}`));
}
