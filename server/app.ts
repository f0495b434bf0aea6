import express, { type Express } from "express";
import { API_ROOT } from "#shared/api-paths.ts";
import { imageLimits } from "#shared/plans/image-limits.ts";
import { VAT_NOTES } from "#shared/plans/vat-note.ts";
import { accountRouter } from "./account/account.routes.ts";
import { createAccount } from "./account/account.service.ts";
import { createNames } from "./account/name.service.ts";
import { createAnalytics } from "./analytics/analytics.ts";
import { eraseDays } from "./analytics/erase-days.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { signInLimits } from "./auth/sign-in-limits.ts";
import { createCards } from "./cards/cards.ts";
import { ownOriginsOf } from "./config/origins.ts";
import type { Deps, StandIns } from "./deps.ts";
import { createAccountStreams } from "./events/account-streams.ts";
import { eventsRouter } from "./events/events.routes.ts";
import { clientIp } from "./go/client-ip.ts";
import { createGo } from "./go/go.ts";
import { isGoRequest } from "./go/go-path.ts";
import { flagFigures } from "./guard/flag-figures.ts";
import { guardRouter } from "./guard/guard.routes.ts";
import { createGuard } from "./guard/guard.service.ts";
import { createLists } from "./guard/lists/lists.ts";
import { compareLiveLinks } from "./guard/lists/live-links.ts";
import { forThisCallerAlone } from "./http/cache-control.ts";
import { createCallers } from "./http/callers.ts";
import { builtClientDir, createClientApp } from "./http/client-app.ts";
import { costClasses } from "./http/cost-classes.ts";
import { createEdge } from "./http/edge.ts";
import { apiNotFound, errorHandler } from "./http/error-handler.ts";
import { createHttpServer, type HttpServer } from "./http/http-server.ts";
import { createLinksHost } from "./http/links-host.ts";
import { queueRequests } from "./http/request-queue.ts";
import { securityHeaders } from "./http/security-headers.ts";
import type { Listener } from "./http/uncaught-errors.ts";
import { imagesRouter } from "./images/images.routes.ts";
import { createImages } from "./images/images.ts";
import { createImports } from "./imports/imports.ts";
import { createLinks } from "./links/links.ts";
import { NO_NEWCOMER_LIMITS } from "./links/newcomers.ts";
import { onboardingRouter } from "./onboarding/onboarding.routes.ts";
import { createOnboarding } from "./onboarding/onboarding.service.ts";
import { createWatch } from "./operator/watch.ts";
import { createCertificateWatch } from "./outbound/certificate-watch.ts";
import { plansRouter } from "./plans/plans.routes.ts";
import { stripeWebhookRouter } from "./subscriptions/stripe-webhook.routes.ts";
import { subscriptionsRouter } from "./subscriptions/subscriptions.routes.ts";
import { createSubscriptions } from "./subscriptions/subscriptions.ts";
import { isReportRequest } from "./trust/report.handler.ts";
import { createTrust } from "./trust/trust.ts";
import { versionRouter } from "./version/version.routes.ts";
import { statsRouter } from "./views/stats.routes.ts";
import type { ViewRecorder } from "./views/view-recorder.ts";
import { createViews } from "./views/views.ts";
import { createLifecycle, type Lifecycle } from "./work/lifecycle.ts";
import type { PartRegistry } from "./work/part-registry.ts";

export type App = Lifecycle &
	HttpServer & {
		/** Everything but `/go`; for the test that walks its routes. */
		express: Express;
		closeViews: ViewRecorder["close"];
		unkeptViews: ViewRecorder["unkept"];
	};

type Options = Deps & {
	standIns: StandIns | null;
	/** What `/metrics` tells of what stands around the app. */
	figures?: PartRegistry[];
};

/** The only place that defines the order of middleware and routers. */
export function createApp({ standIns, figures = [], ...deps }: Options): App {
	const { config, stripe, now, log } = deps;
	const { publicOrigin, linksOrigin, contactUrl, trustProxy } = config.http;
	const rooms = createRooms(deps, { standIns, figures });
	const { subscriptions, signIn, edge, views, analytics, go, trust, cards, links, imports, images } = rooms;
	const { guards } = signIn;
	const { requestIds, limits, uncaughtErrors, sandbox } = edge;
	const callers = createCallers({ sessionCookie: signIn.cookie, addressOf: (req) => clientIp(req, trustProxy) });

	const app = express();
	app.disable("x-powered-by");
	app.set("trust proxy", trustProxy);

	app.use(requestIds.middleware);
	// What needs no session comes first: it must work while the session store is away.
	app.use(edge.health.router);
	app.use(edge.metrics);
	app.use(...edge.measure);
	if (standIns) app.use(standIns.router);
	app.use(securityHeaders({ publicOrigin }));
	app.use(imagesRouter({ images: images.stores.images, sent: cards.imageSent }));
	// The two that answer everyone the same; nothing else below `/api` is for anyone's memory (P115).
	app.use(versionRouter({ release: config.release }));
	app.use(plansRouter());
	app.use(API_ROOT, forThisCallerAlone);
	app.use(analytics.publicRouter);
	app.use(stripeWebhookRouter({ stripe, config: config.stripe, inbox: subscriptions.inbox, now, log }));

	// The signed-in API.
	app.use(API_ROOT, ...edge.watchApi);
	app.use(signInLimits(limits));
	app.use(API_ROOT, ...signIn.middleware, callers.learn);
	app.use(costClasses(limits));
	// These read their own bodies, and only of those who may send one.
	app.use(...links.formRouters, ...imports.routers);
	app.use(statsRouter({ views: views.totals, guards }));
	app.use(...analytics.routers, ...cards.routers);
	app.use(eventsRouter({ streams: rooms.streams, guards }));
	app.use(API_ROOT, express.json({ limit: "32kb" }));
	app.use(...links.routers);
	app.use(guardRouter({ guard: rooms.guard, guards }));
	app.use(signIn.router);
	app.use(subscriptionsRouter({ subscriptions: subscriptions.service, guards }));
	app.use(onboardingRouter({ config, onboarding: rooms.onboarding, ipCountry: deps.ipCountry, guards }));
	app.use(
		accountRouter({
			config,
			account: rooms.account,
			names: rooms.names,
			guards,
			limitDownloads: limits.dataDownloads,
			log,
		}),
	);
	app.use(API_ROOT, apiNotFound);

	app.use(analytics.publicPages);
	const vatNote = VAT_NOTES[config.stripe.automaticTax ? "added" : "none"];
	const sessionCookie = signIn.cookie;
	app.use(
		createClientApp({ dir: builtClientDir(), publicOrigin, linksOrigin, contactUrl, vatNote, sessionCookie, sandbox }),
	);
	app.use(errorHandler({ log, requestIds }), uncaughtErrors.errorHandler);
	uncaughtErrors.guardEvents(app);

	// `/go` is its own small program; everything else goes through Express, and does not hold up the visitors of `/go`.
	const others = queueRequests(app, { callerOf: callers.of, isLimited: config.http.rateLimits });
	const linksHost = createLinksHost({ publicOrigin, linksOrigin });
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
		rooms.streams.endAll();
	};
	const server = createHttpServer({ answer, uncaughtErrors, requestIds, sayDraining, isProxied: trustProxy > 0, log });
	const { close: closeViews, unkept: unkeptViews } = views.recorder;
	return { ...rooms.lifecycle, ...server, express: app, closeViews, unkeptViews };
}

/** Wires the features to each other and to the outside world. */
function createRooms(deps: Deps, { standIns, figures }: Required<Pick<Options, "standIns" | "figures">>) {
	const { config, db, pool, now, log } = deps;
	const { publicOrigin, linksOrigin, rateLimits } = config.http;
	const ownOrigins = ownOriginsOf(config.http);
	const subscriptions = createSubscriptions(deps);
	const { activeFor: activeSubscription } = subscriptions.service;
	const signIn = createSignIn({ ...deps, activeSubscription });
	const limitsOf = async (userId: string) => imageLimits((await activeSubscription(userId))?.planId);
	const images = createImages({ ...deps, limitsOf, isLimitedByDay: rateLimits });
	const { pictures, warnings } = images;
	const certificate = createCertificateWatch({ ownOrigins, log });
	const pools = { api: pool, public: deps.publicPool, billing: subscriptions.pool };
	const watch = createWatch({ config, pools, replica: deps.replicaPool, now, log });
	const partFigures = () =>
		[
			go,
			trust,
			{ figures: flagFigures({ db, now }) },
			lists,
			views.recorder,
			cards.deliveries,
			analytics,
			subscriptions,
			images,
			signIn,
			watch,
			certificate,
		].flatMap((part) => part.figures);
	const edge = createEdge({
		...{ config, pool, warnings, log },
		problems: subscriptions.problems,
		figures: () => [...partFigures(), ...figures],
	});
	const views = createViews({
		...{ ...deps, dataDir: config.dataDir, retentionMonths: config.views.retentionMonths },
		eraseDays: (...asked) => eraseDays(db, ...asked),
	});
	const linkCache = {
		invalidate: (...path: [string, string]) => go.linkCache.invalidate(...path),
		invalidateOwner: (userSlug: string) => go.linkCache.invalidateOwner(userSlug),
	};
	const lists = createLists({
		places: config.guard.lists,
		changed: () => compareLiveLinks({ db, now, listed: lists.listed }),
		log,
		now,
	});
	const guard = createGuard({ db, now, listed: lists.listed });
	const addresses = { publicOrigin, linksOrigin, ownOrigins };
	const common = { ...deps, ...images, guard, linkCache, guards: signIn.guards, activeSubscription, ...addresses };
	const { dataDownloads: limitDownloads, publicStats: limitPublic } = edge.limits;
	const analytics = createAnalytics({ ...common, limitPublic, recorded: () => views.recorder.metrics.recorded });
	const cards = createCards({ ...common, fetcherOf: (userAgent) => go.fetcherOf(userAgent) });
	const { deliveries, isOwnTest, tagOf } = cards;
	const { requestIds } = edge;
	const go = createGo({ ...deps, views, deliveries, isOwnTest, tagOf, requestIds, config: config.http });
	const trust = createTrust({ ...deps, linkCache: go.linkCache });
	const newcomers = rateLimits ? config.guard.newcomers : NO_NEWCOMER_LIMITS;
	const outbound = deps.openOutbound({ publicOrigin, ownOrigins, detours: standIns?.detours ?? [], log });
	const links = createLinks({ ...common, outbound, newcomers, overrides: cards.overrides });
	const imports = createImports({ ...common, writer: links.writer, prefill: links.prefill, limitDownloads });
	const { endBilling } = subscriptions;
	const streams = createAccountStreams({ pool, log });
	const account = createAccount({ db, now, log, origins: config.http, endBilling, pictures, views });
	const names = createNames({ db, now, linkCache });
	const onboarding = createOnboarding({ db, now, correctDetails: subscriptions.service.correctDetails });
	const work = [
		edge.loopWatch,
		views,
		deliveries,
		go,
		...trust.work,
		...(lists.isEmpty ? [] : [lists.work]),
		analytics,
		...images.work,
		subscriptions,
		imports,
		streams,
		...watch.work,
		certificate,
	];
	const lifecycle = createLifecycle(work, async () => {
		signIn.close();
		outbound.stop();
		links.stop();
		await standIns?.stop();
	});
	const reached = { guard, subscriptions, signIn, edge, views, analytics, cards, go, trust, links, imports, images };
	return { ...reached, streams, account, names, onboarding, lifecycle };
}
