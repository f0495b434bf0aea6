import { createServer, type Server } from "node:http";
import { eq } from "drizzle-orm";
import express, { type Express } from "express";
import helmet from "helmet";
import { API, IMAGES_PATH } from "#shared/api-paths.ts";
import { isActive } from "#shared/subscriptions/subscription-status.ts";
import { subscriptions } from "#shared/subscriptions/subscriptions.table.ts";
import { authRouter, createPassport } from "./auth/auth.routes.ts";
import { createAuth } from "./auth/auth.service.ts";
import { createGuards } from "./auth/guards.ts";
import { createSessions } from "./auth/sessions.ts";
import type { Deps } from "./deps.ts";
import { apiNotFound, errorHandler } from "./http/error-handler.ts";
import { createHealth } from "./http/health.ts";
import { requestGuard } from "./http/request-guard.ts";
import { createImagePipeline } from "./images/image-pipeline.ts";
import { imagesRouter } from "./images/images.routes.ts";
import { linksRouter } from "./links/links.routes.ts";
import { createLinks } from "./links/links.service.ts";
import { onboardingRouter } from "./onboarding/onboarding.routes.ts";
import { createOnboarding } from "./onboarding/onboarding.service.ts";
import { plansRouter } from "./plans/plans.routes.ts";
import { versionRouter } from "./version/version.routes.ts";

export type App = {
	/** Not yet listening. */
	server: Server;
	/** Begins the work between requests; to be called once the server listens. */
	start: () => Promise<void>;
	/** Says on `/readyz` that no new visitors should be sent here. */
	drain: () => void;
	/** Ends the work between requests; the server must have stopped taking any. */
	stop: () => Promise<void>;
};

/** Wires services to routers: the order of middleware and routers stands here and nowhere else. */
export function createApp(deps: Deps): App {
	const { config, db, pool, images, now, log } = deps;

	const auth = createAuth({ db, now });
	const activeSubscription = async (userId: string) => {
		const rows = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId));
		return rows.find((row) => isActive(row, now())) ?? null;
	};
	const guards = createGuards({ activeSubscription });
	const onboarding = createOnboarding({ db, now });
	const { publicOrigin } = config.http;
	const links = createLinks({
		db,
		now,
		publicOrigin,
		images,
		makePreview: createImagePipeline(),
		linkCache: { invalidate: () => {} },
	});
	const passport = createPassport({ config, auth });
	const sessions = createSessions({ config, pool, secret: deps.sessionSecret, log });
	const health = createHealth({ pool });

	const app = express();
	app.disable("x-powered-by");
	app.set("trust proxy", config.http.trustProxy);

	// What needs no session comes first: it must work while the session store is away.
	app.use(health.router);
	app.use(securityHeaders(config));
	app.use(IMAGES_PATH, imagesRouter({ images }));
	app.use(versionRouter({ release: config.release }));
	app.use(plansRouter());

	// The signed-in API.
	app.use("/api", requestGuard({ publicOrigin: config.http.publicOrigin }));
	app.use("/api", sessions.middleware, passport.initialize(), passport.session());
	// It reads its own bodies, and only of those who may send one.
	app.use(API.links.all, linksRouter({ links, guards, activeSubscription, publicOrigin }));
	app.use("/api", express.json({ limit: "32kb" }));
	app.use(authRouter({ config, auth, guards, passport, log }));
	app.use(onboardingRouter({ config, onboarding, guards }));
	app.use("/api", apiNotFound);

	app.use(errorHandler({ log }));

	return {
		server: createHttpServer(app),
		start: async () => {},
		drain: health.drain,
		stop: async () => {
			sessions.close();
		},
	};
}

/** `/go` is its own small program; everything else goes through Express. */
function createHttpServer(app: Express): Server {
	return createServer({ headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 }, app);
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
