import express, { type Express } from "express";
import { API_ROOT } from "#shared/api-paths.ts";
import { imageLimits } from "#shared/plans/image-limits.ts";
import { VAT_NOTES } from "#shared/plans/vat-note.ts";
import { accountRouter } from "./account/account.routes.ts";
import { createAccount } from "./account/account.service.ts";
import { createAnalytics } from "./analytics/analytics.ts";
import { chartsRouter } from "./analytics/charts.routes.ts";
import { eraseDays } from "./analytics/erase-days.ts";
import { publicPageRouter, publicStatsPages, publicStatsRouter } from "./analytics/public-stats.routes.ts";
import { createSignIn } from "./auth/sign-in.ts";
import { signInLimits } from "./auth/sign-in-limits.ts";
import { cardsRouter } from "./cards/cards.routes.ts";
import { createCards } from "./cards/cards.service.ts";
import { createDeliveries } from "./cards/deliveries.ts";
import { overridesRouter } from "./cards/overrides.routes.ts";
import { createOverrides } from "./cards/overrides.service.ts";
import { createPictureTags } from "./cards/picture-tags.ts";
import { createOwnMark } from "./cards/self-test/own-mark.ts";
import { selfTestRouter } from "./cards/self-test/self-test.routes.ts";
import { createSelfTests } from "./cards/self-test/self-test.service.ts";
import type { Deps, StandIns } from "./deps.ts";
import { clientIp } from "./go/client-ip.ts";
import { createGo } from "./go/go.ts";
import { isGoRequest } from "./go/go-path.ts";
import { forThisCallerAlone } from "./http/cache-control.ts";
import { createCallers } from "./http/callers.ts";
import { builtClientDir, createClientApp } from "./http/client-app.ts";
import { costClasses } from "./http/cost-classes.ts";
import { createEdge } from "./http/edge.ts";
import { apiNotFound, errorHandler } from "./http/error-handler.ts";
import { createHttpServer, type HttpServer } from "./http/http-server.ts";
import type { Listener } from "./http/last-resort.ts";
import { queueRequests } from "./http/request-queue.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { imagesRouter, type SentPicture } from "./images/images.routes.ts";
import { createImages } from "./images/images.ts";
import { createFileReader } from "./imports/file-reader.ts";
import { createImportWork } from "./imports/import-work.ts";
import { importsRouter } from "./imports/imports.routes.ts";
import { createImportService } from "./imports/imports.service.ts";
import { createDuplicate } from "./links/duplicate.ts";
import { createLinkContents } from "./links/link-contents.ts";
import { createLinkPages } from "./links/link-pages.ts";
import { createLinkWriter } from "./links/link-writer.ts";
import { linksRouter } from "./links/links.routes.ts";
import { createLinkService } from "./links/links.service.ts";
import { linkListRouter } from "./links/list/link-list.routes.ts";
import { createLinkList } from "./links/list/link-list.service.ts";
import { createLinkUpkeep } from "./links/list/link-upkeep.service.ts";
import { createRetag } from "./links/list/retag.ts";
import { originalsRouter } from "./links/originals.routes.ts";
import { createPageReader } from "./links/prefill/page-reader.ts";
import { prefillRouter } from "./links/prefill/prefill.routes.ts";
import { createPrefill } from "./links/prefill/prefill.service.ts";
import { utmTemplatesRouter } from "./links/utm-templates.ts";
import { onboardingRouter } from "./onboarding/onboarding.routes.ts";
import { createOnboarding } from "./onboarding/onboarding.service.ts";
import { createWatch } from "./operator/watch.ts";
import { createOwnAddress } from "./outbound/own-address.ts";
import { plansRouter } from "./plans/plans.routes.ts";
import { stripeWebhookRouter } from "./subscriptions/stripe-webhook.routes.ts";
import { subscriptionsRouter } from "./subscriptions/subscriptions.routes.ts";
import { createSubscriptions } from "./subscriptions/subscriptions.ts";
import { versionRouter } from "./version/version.routes.ts";
import { statsRouter } from "./views/stats.routes.ts";
import type { ViewRecorder } from "./views/view-recorder.ts";
import { createViews } from "./views/views.ts";
import type { Figures } from "./work/figures.ts";
import { createLifecycle, type Lifecycle } from "./work/lifecycle.ts";

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
	figures?: Figures[];
};

/** Wires services to routers: the order of middleware and routers stands here and nowhere else. */
export function createApp({ standIns, figures = [], ...deps }: Options): App {
	const { config, db, pool, images, stripe, now, log } = deps;
	const { publicOrigin, contactUrl, trustProxy } = config.http;
	const subscriptions = createSubscriptions(deps);
	const { activeFor: activeSubscription } = subscriptions.service;
	const signIn = createSignIn({ ...deps, activeSubscription });
	const { guards } = signIn;
	const callers = createCallers({ sessionCookie: signIn.cookie, addressOf: (req) => clientIp(req, trustProxy) });
	const views = createViews({ ...deps, dataDir: config.dataDir, eraseDays: (...asked) => eraseDays(db, ...asked) });
	const analytics = createAnalytics({ ...deps, publicOrigin, recorded: () => views.recorder.metrics.recorded });
	const { charts, publicPages } = analytics;
	const limitsOf = async (userId: string) => imageLimits((await activeSubscription(userId))?.planId);
	const { pictures, originals, warnings, ...pictureWork } = createImages({
		...deps,
		limitsOf,
		isLimitedByDay: config.http.rateLimits,
	});
	const ownMark = createOwnMark({ sessionSecret: deps.sessionSecret, now });
	const pictureTags = createPictureTags({ sessionSecret: deps.sessionSecret });
	const deliveries = createDeliveries({ pool, tags: pictureTags, now, log });
	const told = () =>
		[go, views.recorder, deliveries, analytics, subscriptions, pictureWork, watch].flatMap((part) => part.figures);
	const { problems, pool: billing } = subscriptions;
	const edge = createEdge({ config, pool, problems, warnings, figures: () => [...told(), ...figures], log });
	const { requestIds, limits, lastResort, sandbox } = edge;
	const go = createGo({
		...{ ...deps, views, deliveries, requestIds, config: config.http },
		isOwnTest: ownMark.isOn,
		tagOf: pictureTags.sign,
	});
	const watch = createWatch({
		config,
		pools: { api: pool, public: deps.publicPool, billing },
		replica: deps.replicaPool,
		now,
		log,
	});
	const { linkCache } = go;
	const writer = createLinkWriter({ db, now, pictures, linkCache });
	const contents = createLinkContents({ db, publicOrigin, originals });
	const links = createLinkService({ db, now, contents, pictures, linkCache, writer });
	const list = createLinkList({ db, now, publicOrigin });
	const upkeep = createLinkUpkeep({ db, now, linkCache });
	const outbound = deps.openOutbound({ publicOrigin, detours: standIns?.detours ?? [], log });
	const pages = createPageReader({ publicOrigin, log });
	const prefill = createPrefill({ outbound, originals, pages });
	const importWork = createImportWork({
		...{ db, now, log, writer, prefill, activeSubscription },
	});
	const files = createFileReader({ publicOrigin, log });
	const imports = createImportService({ db, now, files, wake: importWork.wake });
	const account = createAccount({ db, now, log, publicOrigin, endBilling: subscriptions.endBilling, pictures, views });

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
	const pictureSent = ({ imageUrl, tag, headers }: SentPicture) => {
		const platform = ownMark.isOn(headers) ? null : go.fetcherOf(headers["user-agent"] ?? "");
		deliveries.picture({ imageUrl, tag, platform });
	};
	app.use(imagesRouter({ images, sent: pictureSent }));
	// The two that answer everybody the same; nothing else below `/api` is for anybody's memory (P115).
	app.use(versionRouter({ release: config.release }));
	app.use(plansRouter());
	app.use(API_ROOT, forThisCallerAlone);
	app.use(publicStatsRouter({ pages: publicPages, limit: limits.publicStats }));
	app.use(stripeWebhookRouter({ stripe, config: config.stripe, inbox: subscriptions.inbox, now, log }));

	// The signed-in API.
	app.use(API_ROOT, ...edge.watchApi);
	app.use(signInLimits(limits));
	app.use(API_ROOT, ...signIn.middleware, callers.learn);
	app.use(costClasses(limits));
	// It reads its own bodies, and only of those who may send one.
	app.use(linksRouter({ links, pages: createLinkPages({ db }), guards, activeSubscription, publicOrigin, log }));
	app.use(importsRouter({ imports, db, guards, limitDownloads: limits.dataDownloads, publicOrigin, log }));
	app.use(originalsRouter({ originals, guards }));
	app.use(statsRouter({ views: views.totals, guards }));
	app.use(chartsRouter({ charts, guards, activeSubscription }));
	app.use(publicPageRouter({ pages: publicPages, guards }));
	app.use(
		overridesRouter({ overrides: createOverrides({ db, pictures, originals, linkCache: go.linkCache }), guards }),
	);
	const ownAddress = createOwnAddress({ publicOrigin });
	const selfTests = createSelfTests({ ...deps, ownAddress, mark: ownMark, tags: pictureTags, publicOrigin });
	app.use(selfTestRouter({ selfTests, guards }));
	app.use(cardsRouter({ cards: createCards({ db }), guards }));
	app.use(API_ROOT, express.json({ limit: "32kb" }));
	app.use(prefillRouter({ prefill, guards }));
	app.use(utmTemplatesRouter({ db, guards }));
	app.use(
		linkListRouter({
			list,
			upkeep,
			duplicate: createDuplicate({ db, contents, writer }),
			retag: createRetag({ db, now }),
			guards,
			publicOrigin,
		}),
	);
	app.use(signIn.router);
	app.use(subscriptionsRouter({ subscriptions: subscriptions.service, guards }));
	const onboarding = createOnboarding({ db, now, correctDetails: subscriptions.service.correctDetails });
	app.use(onboardingRouter({ config, onboarding, ipCountry: deps.ipCountry, guards }));
	app.use(accountRouter({ config, account, guards, limitDownloads: limits.dataDownloads, log }));
	app.use(API_ROOT, apiNotFound);

	app.use(publicStatsPages({ pages: publicPages, limit: limits.publicStats, log }));
	const vatNote = VAT_NOTES[config.stripe.automaticTax ? "added" : "none"];
	const sessionCookie = signIn.cookie;
	app.use(createClientApp({ dir: builtClientDir(), publicOrigin, contactUrl, vatNote, sessionCookie, sandbox }));
	app.use(errorHandler({ log, requestIds }), lastResort.errorHandler);
	lastResort.guardEvents(app);

	// `/go` is its own small program; everything else goes through Express, and does not hold up the visitors of `/go`.
	const others = queueRequests(app, { callerOf: callers.of, isLimited: config.http.rateLimits });
	const answer: Listener = (req, res) => (isGoRequest(req.url ?? "/") ? go.handler(req, res) : others(req, res));
	const sayDraining = edge.health.drain;
	const door = createHttpServer({ answer, lastResort, requestIds, sayDraining, isProxied: trustProxy > 0, log });
	const parts = [
		edge.loopWatch,
		views,
		deliveries,
		go,
		analytics,
		...pictureWork.work,
		subscriptions,
		importWork,
		...watch.work,
	];
	const lifecycle = createLifecycle(parts, async () => {
		signIn.close();
		outbound.stop();
		pages.stop();
		await standIns?.stop();
	});
	return {
		...lifecycle,
		...door,
		express: app,
		closeViews: views.recorder.close,
		unkeptViews: views.recorder.unkept,
	};
}
