import type { Express } from "express";
import type { Deps } from "./deps.ts";
import { isReportRequest } from "./moderation/trust/report.handler.ts";
import type { Modules } from "./modules.ts";
import type { Config } from "./platform/config/config.ts";
import { createHttpServer, type HttpServer } from "./platform/http/http-server.ts";
import { createLinksHost } from "./platform/http/links-host.ts";
import { queueRequests } from "./platform/http/request-queue.ts";
import type { Listener } from "./platform/http/uncaught-errors.ts";
import { isGoRequest } from "./public/go/go-path.ts";

type Options = Pick<Deps, "deadlines" | "log"> & { config: Pick<Config, "http">; modules: Modules };

/** `/go` runs outside Express, so that the API doesn't delay visitors. */
export function createEntrance(app: Express, { config, deadlines, log, modules }: Options): HttpServer {
	const { go, trust, edge, events, callers } = modules;
	const { rateLimits, trustProxy } = config.http;
	const others = queueRequests(app, { callerOf: callers.of, isLimited: rateLimits });
	const linksHost = createLinksHost(config.http);
	const answer: Listener = (req, res) => {
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
