import type { Server } from "node:http";
import path from "node:path";
import express, { type Express } from "express";
import helmet from "helmet";
import { API, IMAGES_PATH } from "#shared/api-paths.ts";
import { accountRouter } from "./account/account.routes.ts";
import { createAccount } from "./account/account.service.ts";
import { authRouter, createPassport } from "./auth/auth.routes.ts";
import { createAuth } from "./auth/auth.service.ts";
import { createGuards } from "./auth/guards.ts";
import { createSessions, sessionCookieName } from "./auth/sessions.ts";
import type { Deps } from "./deps.ts";
import { createGoHandler } from "./go/go.handler.ts";
import { isGoRequest } from "./go/go-path.ts";
import { createLinkCache } from "./go/link-cache.ts";
import { createLinkChanges } from "./go/link-changes.ts";
import { createMissLimit } from "./go/miss-limit.ts";
import { createLinkFinder } from "./go/public-link.ts";
import { forThisCallerAlone } from "./http/cache-control.ts";
import { builtClientDir, createClientApp } from "./http/client-app.ts";
import { createDoors, type Doors } from "./http/doors.ts";
import { createDrain } from "./http/drain.ts";
import { apiNotFound, errorHandler } from "./http/error-handler.ts";
import { createHealth } from "./http/health.ts";
import { createHttpServer } from "./http/http-server.ts";
import { createLastResort, type Listener } from "./http/last-resort.ts";
import { createMetrics } from "./http/metrics.ts";
import { createRateLimits } from "./http/rate-limits.ts";
import { requestGuard } from "./http/request-guard.ts";
import { requestLog } from "./http/request-log.ts";
import { createImagePipeline } from "./images/image-pipeline.ts";
import { imagesRouter } from "./images/images.routes.ts";
import { createPictureSweep } from "./images/picture-sweep.ts";
import { createPictures } from "./images/pictures.service.ts";
import { linksRouter } from "./links/links.routes.ts";
import { createLinks } from "./links/links.service.ts";
import { onboardingRouter } from "./onboarding/onboarding.routes.ts";
import { createOnboarding } from "./onboarding/onboarding.service.ts";
import { plansRouter } from "./plans/plans.routes.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { stripeWebhookRouter } from "./subscriptions/stripe-webhook.routes.ts";
import { subscriptionsRouter } from "./subscriptions/subscriptions.routes.ts";
import { createSubscriptions } from "./subscriptions/subscriptions.ts";
import { versionRouter } from "./version/version.routes.ts";
import { statsRouter } from "./views/stats.routes.ts";
import { createViewErasure } from "./views/view-erasure.ts";
import { createViewJobs } from "./views/view-jobs.ts";
import { createViewRecorder } from "./views/view-recorder.ts";
import { createViewSizes } from "./views/view-sizes.ts";
import { createViewWalk } from "./views/view-walk.ts";
import { createViews } from "./views/views.service.ts";

export type App = {
	/** Everything but `/go`; for the test that walks its routes. */
	express: Express;
	/** Not yet listening. */
	server: Server;
	/** Takes connections on a port, at some or all of this machine's addresses. */
	listen: Doors["open"];
	/** Begins the work between requests; to be called once the server listens. */
	start: () => Promise<void>;
	/** Says on `/readyz` that no new visitors should be sent here, and lets those that are here finish. */
	drain: () => Promise<void>;
	/** Ends the work between requests; the server must have stopped taking any. */
	stop: () => Promise<void>;
	/** Moves time and breaks things in what stands in for Google and Stripe; null where both are real. */
	sandbox: Sandbox["control"] | null;
};

/**
 * Wires services to routers: the order of middleware and routers stands here and nowhere else. `sandbox` is what stands in
 * for Google and Stripe; it is stopped with the app.
 */
export function createApp({ sandbox, ...deps }: Deps & { sandbox: Sandbox | null }): App {
	const { config, db, pool, publicPool, images, stripe, now, log } = deps;

	const auth = createAuth({ db, now });
	const subscriptions = createSubscriptions(deps);
	const activeSubscription = subscriptions.service.activeFor;
	const guards = createGuards({ activeSubscription });
	const onboarding = createOnboarding({ db, now });
	const { publicOrigin } = config.http;
	const linkCache = createLinkCache({ load: createLinkFinder(publicPool) });
	const linkChanges = createLinkChanges({ pool: publicPool, linkCache, log });
	const recorder = createViewRecorder({ pool: publicPool, log, spoolDir: path.join(config.dataDir, "view-spool") });
	const viewJobs = createViewJobs({ pool, now, log });
	const walkViews = createViewWalk({ pool });
	const viewErasure = createViewErasure({ db, pool, walkViews, now, log });
	const go = createGoHandler({
		linkCache,
		recorder,
		viewSizes: createViewSizes({ pool: publicPool, now }),
		missLimit: createMissLimit({ isOn: config.http.rateLimits }),
		publicOrigin,
		reportEmail: config.http.reportEmail,
		trustProxy: config.http.trustProxy,
		now,
		log,
	});
	const pictures = createPictures({ db, now, images, makePreview: createImagePipeline(deps.previews) });
	const pictureSweep = createPictureSweep({ pictures, log });
	const links = createLinks({
		db,
		now,
		publicOrigin,
		pictures,
		linkCache,
	});
	const { endBilling } = subscriptions;
	const account = createAccount({ db, now, log, publicOrigin, walkViews, endBilling, pictures, viewErasure });
	const passport = createPassport({ config, auth });
	const sessions = createSessions({ config, pool, secret: deps.sessionSecret, log });
	const health = createHealth({ pool, problems: subscriptions.problems, isDatabaseOurs: config.db.url === null });
	const limits = createRateLimits({ isOn: config.http.rateLimits });
	const metrics = createMetrics({ token: config.http.metricsToken, views: recorder.metrics });
	const drain = createDrain();
	const lastResort = createLastResort({ log });

	const app = express();
	app.disable("x-powered-by");
	app.set("trust proxy", config.http.trustProxy);

	// What needs no session comes first: it must work while the session store is away.
	app.use(health.router);
	app.use(metrics.router);
	if (sandbox) app.use(sandbox.router);
	app.use(securityHeaders(config));
	app.use(IMAGES_PATH, imagesRouter({ images }));
	// The two that answer everybody the same; nothing else below `/api` is for anybody's memory (decision 44).
	app.use(versionRouter({ release: config.release }));
	app.use(plansRouter());
	app.use("/api", forThisCallerAlone);
	app.use(stripeWebhookRouter({ stripe, config: config.stripe, inbox: subscriptions.inbox, now, log }));

	// The signed-in API.
	app.use("/api", requestLog({ log }), metrics.measure);
	app.use("/api", requestGuard({ publicOrigin: config.http.publicOrigin }));
	app.get(API.auth.google, limits.signIns);
	app.use("/api", sessions.middleware, passport.initialize(), passport.session());
	app.use("/api", limits.changes);
	app.use(`${API.links.all}/check-slug-availability`, limits.slugChecks);
	// It reads its own bodies, and only of those who may send one.
	app.use(API.links.all, linksRouter({ links, guards, activeSubscription, publicOrigin }));
	app.use(statsRouter({ views: createViews({ db }), guards }));
	app.use("/api", express.json({ limit: "32kb" }));
	app.use(authRouter({ config, auth, guards, passport, log }));
	app.use(subscriptionsRouter({ subscriptions: subscriptions.service, guards }));
	app.use(onboardingRouter({ config, onboarding, ipCountry: deps.ipCountry, guards }));
	app.use(accountRouter({ config, account, guards, limitDownloads: limits.dataDownloads, log }));
	app.use("/api", apiNotFound);

	app.use(createClientApp({ dir: builtClientDir(), publicOrigin, sessionCookie: sessionCookieName(config) }));
	app.use(errorHandler({ log }), lastResort.errorHandler);
	lastResort.guardEvents(app);

	// `/go` is its own small program; everything else goes through Express.
	const answer: Listener = (req, res) => (isGoRequest(req.url ?? "") ? go(req, res) : app(req, res));
	const server = createHttpServer({ answer, drain, lastResort, isProxied: config.http.trustProxy > 0 });
	const doors = createDoors(server);
	return {
		express: app,
		server,
		listen: doors.open,
		start: async () => {
			await linkChanges.start();
			await viewJobs.start();
			pictureSweep.start();
			viewErasure.start();
			subscriptions.start();
		},
		drain: async () => {
			health.drain();
			await drain.close(server, doors);
		},
		stop: async () => {
			await Promise.all([
				recorder.close(),
				linkChanges.stop(),
				viewJobs.stop(),
				pictureSweep.stop(),
				viewErasure.stop(),
				subscriptions.stop(),
			]);
			sessions.close();
			await sandbox?.stop();
		},
		sandbox: sandbox?.control ?? null,
	};
}

function securityHeaders(config: Deps["config"]) {
	const isHttps = config.http.publicOrigin.startsWith("https://");
	return helmet({
		contentSecurityPolicy: {
			useDefaults: false,
			directives: {
				defaultSrc: ["'self'"],
				scriptSrc: ["'self'"],
				objectSrc: ["'none'"],
				baseUri: ["'none'"],
				frameAncestors: ["'none'"],
				formAction: ["'self'"],
				imgSrc: ["'self'", "blob:", "data:", "https:"],
				styleSrc: ["'self'", "'unsafe-inline'"],
			},
		},
		strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
		referrerPolicy: { policy: "strict-origin-when-cross-origin" },
	});
}
