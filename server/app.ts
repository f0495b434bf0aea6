import express, { type Express } from "express";
import type pg from "pg";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import { API_ROOT, API_ROUTES, MCP_PATH } from "#shared/platform/api-paths.ts";
import { signInLimits } from "./account/auth/sign-in-limits.ts";
import { plansRouter } from "./billing/plans/plans.routes.ts";
import { createEntrance } from "./entrance.ts";
import { createModules, type ModulesOptions } from "./modules.ts";
import { forThisCallerAlone } from "./platform/http/cache-control.ts";
import { costClasses } from "./platform/http/cost-classes.ts";
import { apiNotFound, errorHandler } from "./platform/http/error-handler.ts";
import type { HttpServer } from "./platform/http/http-server.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import { securityTxt } from "./platform/http/security-txt.ts";
import { versionRouter } from "./platform/version/version.routes.ts";
import type { Lifecycle } from "./platform/work/lifecycle.ts";
import type { ViewRecorder } from "./public/views/view-recorder.ts";

export type App = Lifecycle &
	HttpServer & {
		express: Express;
		pools: pg.Pool[];
		closeViews: ViewRecorder["close"];
		unkeptViews: ViewRecorder["unkept"];
		/** To be awaited before it listens. */
		readDomains: (stopping: AbortSignal) => Promise<void>;
	};

/** The only place that orders middleware and routers. */
export function createApp(options: ModulesOptions): App {
	const { config, standIns, deadlines, log } = options;
	const modules = createModules(options);
	const { edge, signIn } = modules;

	const app = express();
	app.disable("x-powered-by");
	app.set("trust proxy", config.http.trustProxy);

	app.use(edge.requestIds.middleware);
	// Routes without sessions come first: they must work while the session store is down.
	app.use(edge.health.router);
	app.use(edge.metricsRouter);
	app.use(...edge.measure);
	if (standIns) app.use(standIns.router);
	app.use(securityHeaders(config.http));
	app.use(securityTxt(options));
	app.use(modules.images.publicRouter, modules.mail.publicRouter);
	// The only cacheable answers below `/api` (P115).
	app.use(versionRouter(config), plansRouter());
	app.use([API_ROOT, MCP_PATH], forThisCallerAlone);
	app.use(modules.analytics.publicRouter);
	app.use(modules.subscriptions.webhook);

	app.use([API_ROOT, MCP_PATH], edge.logApi);
	// Before sessions and the guard of pages: an API key, which no other site can send, is all that counts there.
	app.use(modules.api.v1);
	app.use(API_V1, ...modules.api.errors);
	app.use(modules.api.mcp.router);
	app.use(MCP_PATH, ...modules.api.mcp.errors);
	app.use(API_ROOT, edge.guardApi);
	app.use(signInLimits(edge.limits));
	app.use(API_ROOT, ...signIn.middleware, modules.callers.learn);
	app.use(costClasses(edge.limits, signIn.lookUpAgain));
	app.use(modules.go.opener);
	// These parse their own bodies, only for permitted callers.
	app.use(...modules.links.formRouters, ...modules.imports.routers);
	app.use(...modules.views.routers);
	app.use(...modules.analytics.routers, ...modules.cards.routers);
	app.use(...modules.events.routers);
	app.use(API_ROOT, express.json({ limit: "32kb" }), signIn.guards.afterBody);
	app.use(...modules.links.routers, ...modules.domains.routers, ...modules.health.routers);
	app.use(...modules.webhooks.routers, ...modules.api.routers);
	app.use(...modules.moderation.routers);
	app.use(signIn.router);
	app.use(...modules.subscriptions.routers, ...modules.withdrawals.routers);
	app.use(...modules.onboarding.routers);
	app.use(...modules.account.routers, ...modules.mail.routers);
	app.use(API_ROOT, apiNotFound);

	app.use(modules.analytics.publicPages);
	app.use(modules.client);
	app.use(API_ROUTES.openLink, modules.go.plainly);
	app.use(errorHandler({ log, requestIds: edge.requestIds }), edge.uncaughtErrors.errorHandler);
	edge.uncaughtErrors.guardEvents(app);

	const entrance = createEntrance(app, { config, deadlines, log, modules });
	const { close: closeViews, unkept: unkeptViews } = modules.views.recorder;
	const { readAll: readDomains } = modules.go.ownDomains;
	return {
		...modules.lifecycle,
		...entrance,
		express: app,
		pools: modules.pools,
		closeViews,
		unkeptViews,
		readDomains,
	};
}
