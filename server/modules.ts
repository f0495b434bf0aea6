import { VAT_NOTES } from "#shared/billing/plans/vat-note.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { createAccount } from "./account/account.ts";
import { createSignIn } from "./account/auth/sign-in.ts";
import { createEvents } from "./account/events/events.ts";
import { createMail } from "./account/mail/mail.ts";
import { createAnalytics } from "./analytics/analytics.ts";
import { eraseDays } from "./analytics/erase-days.ts";
import { createApi } from "./api/api.ts";
import { createWebhooks } from "./api/webhooks/webhooks.ts";
import { createOnboarding } from "./billing/onboarding/onboarding.ts";
import { createSubscriptions } from "./billing/subscriptions/subscriptions.ts";
import { createWithdrawalModule } from "./billing/subscriptions/withdrawal/withdrawals.ts";
import type { Deps, StandIns } from "./deps.ts";
import { createCards } from "./links/cards/cards.ts";
import { createDomains } from "./links/domains/domains.ts";
import { createHealth } from "./links/health/health.ts";
import { createImages } from "./links/images/images.ts";
import { createImports } from "./links/imports/imports.ts";
import { NO_NEW_ACCOUNT_LIMITS } from "./links/link-quota.ts";
import { createLinks } from "./links/links.ts";
import { createKeptIdentities } from "./moderation/disabling/kept-identities.ts";
import { ownerIsTrusted } from "./moderation/disabling/trusted-owners.ts";
import { impersonationByName } from "./moderation/guard/address.ts";
import { createModeration } from "./moderation/guard/moderation.ts";
import { createTrust } from "./moderation/trust/trust.ts";
import { imageOriginsOf, ownOriginsOf } from "./platform/config/origins.ts";
import { createCallers } from "./platform/http/callers.ts";
import { builtClientDir, createClientApp } from "./platform/http/client-app.ts";
import { createEdge } from "./platform/http/edge.ts";
import { clientIp, countryInHeader } from "./platform/http/proxy-headers.ts";
import { createWatch } from "./platform/operator/watch.ts";
import { createLifecycle, type Work } from "./platform/work/lifecycle.ts";
import type { PartRegistry } from "./platform/work/part-registry.ts";
import { createGo } from "./public/go/go.ts";
import { createInAppSignIn } from "./public/go/in-app-sign-in.ts";
import { createMissLimit } from "./public/go/miss-limit.ts";
import type { ServedHosts } from "./public/go/own-domains.ts";
import { createViews } from "./public/views/views.ts";

export type ModulesOptions = Deps & {
	standIns: StandIns | null;
	metrics?: PartRegistry[];
	/** Keeps a list of accounts' hosts, where a proxy asks for it. */
	servedHosts?: ServedHosts | undefined;
};
export type Modules = ReturnType<typeof createModules>;
/** What a module provides besides routers: metrics, and work between requests. */
type Module = { metrics?: PartRegistry[]; work?: Work[] };

/** Wires the modules to each other and to the outside world. */
export function createModules({ standIns, metrics = [], servedHosts, ...deps }: ModulesOptions) {
	const { config, db, pool, now, log } = deps;
	const { publicOrigin, linksOrigin, imagesOrigin, rateLimits, trustProxy } = config.http;
	const ownOrigins = ownOriginsOf(config.http);
	// Some need modules that are created after them, but only when called.
	const activeSubscription = (userId: string): Promise<Subscription | null> => subscriptions.service.activeFor(userId);
	const linkCache = {
		invalidate: (...path: [string, string]) => go.linkCache.invalidate(...path),
		invalidateOwner: (userSlug: string) => go.linkCache.invalidateOwner(userSlug),
	};

	const people = createKeptIdentities({ secret: deps.sessionSecret });
	const isImpersonating = (userSlug: string) => impersonationByName(userSlug) !== null;
	const pageInsteadOfGoogle = createInAppSignIn(config.http);
	const emailIsNew = () => subscriptions.carryEmails();
	const signIn = createSignIn({
		...deps,
		activeSubscription,
		people,
		isImpersonating,
		emailIsNew,
		pageInsteadOfGoogle,
	});
	const { guards } = signIn;
	const callers = createCallers({
		sessionCookie: signIn.cookie,
		addressOf: (req) => clientIp(req, trustProxy),
		accountOfKey: (authorization) => api.accountOf(authorization),
	});
	const subscriptions = createSubscriptions({ ...deps, guards, signIn: signIn.signIn });
	const images = createImages({
		...{ ...deps, activeSubscription, isLimitedByDay: rateLimits },
		sent: (image) => cards.imageSent(image),
	});
	const { problems, endBilling } = subscriptions;
	const warnings = () => [...images.warnings(), ...subscriptions.warnings()];
	const edge = createEdge({ config, pool, problems, warnings, metrics: () => metricsOf(modules), log });
	const { dataDownloads: limitDownloads, publicStats: limitPublic } = edge.limits;
	const withdrawals = createWithdrawalModule({ ...deps, guards, limits: edge.limits });
	const views = createViews({ ...deps, guards, eraseDays: (...asked) => eraseDays(db, ...asked) });
	const moderation = createModeration({ ...deps, guards });
	const common = {
		...{ ...deps, ...images, moderation: moderation.service, linkCache, guards, activeSubscription },
		...{ publicOrigin, linksOrigin, imagesOrigin, ownOrigins, imageOrigins: imageOriginsOf(config.http) },
	};
	const analytics = createAnalytics({ ...common, limitPublic, recorded: () => views.recorder.counts.recorded });
	const cards = createCards({ ...common, fetcherOf: (userAgent) => go.fetcherOf(userAgent) });
	const { deliveries, isOwnTest, tagOf, overrides } = cards;
	const { requestIds } = edge;
	const { isListed } = moderation;
	const go = createGo({
		...deps,
		views,
		deliveries,
		isOwnTest,
		tagOf,
		isListed,
		requestIds,
		servedHosts,
		wakeWebhooks: () => webhooks.wake(),
		config: config.http,
	});
	const trust = createTrust({ ...deps, linkCache: go.linkCache });
	const newAccountLimits = rateLimits ? config.moderation.newAccountLimits : NO_NEW_ACCOUNT_LIMITS;
	const detours = standIns?.detours ?? [];
	const outbound = deps.openOutbound({ publicOrigin, ownOrigins, detours, deadlines: deps.deadlines, log });
	const links = createLinks({ ...common, outbound, newAccountLimits, overrides });
	const imports = createImports({ ...common, ...links, limitDownloads });
	const domains = createDomains({ ...common, judgeTargets: links.judgeTargets, dnsStandIn: standIns?.dns ?? null });
	const webhooks = createWebhooks({ ...common, outbound, receiverAt: standIns?.receiverAt ?? null });
	const health = createHealth({ ...common, outbound });
	const api = createApi({
		...{ ...common, ...links, ...links.services, ...cards, ...analytics, ...domains },
		...{
			webhooks: webhooks.webhooks,
			webhookLog: webhooks.webhookLog,
			domains: domains.service,
			findUser: signIn.findUser,
			requestIds,
			limits: edge.limits,
		},
		countryOf: (req) => {
			const address = clientIp(req, trustProxy) ?? "";
			return countryInHeader(req.headers, config.http.ipCountryHeader) ?? deps.ipCountry(address);
		},
		isLimited: rateLimits,
		keyGuesses: createMissLimit({ isOn: rateLimits }),
	});
	const events = createEvents({ pool, guards, ownersOf: signIn.ownersOf, log });
	const account = createAccount({ ...common, views, endBilling, people, limitDownloads });
	const mail = createMail({
		...{ ...common, ...analytics, mailbox: standIns?.mailbox ?? null, ownerIsTrusted: ownerIsTrusted("users") },
		countMiss: createMissLimit({ isOn: rateLimits }).count,
	});
	const onboarding = createOnboarding({ ...deps, guards, saveDetails: subscriptions.service.saveDetails });
	const pools = { api: pool, public: deps.publicPool, billing: subscriptions.pool };
	const watch = createWatch({
		config,
		pools,
		replica: deps.replicaPool,
		domains: go.ownDomains.pointingHere,
		now,
		log,
	});
	const client = createClientApp({
		...{ ...config.http, dir: builtClientDir(), sessionCookie: signIn.cookie, sandbox: edge.sandbox },
		now,
		offeredCodes: subscriptions.offeredCodes,
		vatNote: VAT_NOTES[config.stripe.automaticTax ? "added" : "none"],
	});

	const modules: Module[] = [
		...[edge, views, cards, go, trust, moderation, analytics, images, subscriptions, imports, events, watch, signIn],
		...[withdrawals, domains, health, webhooks, mail, { metrics }],
	];
	const work = modules.flatMap((module_) => module_.work ?? []);
	const lifecycle = createLifecycle(work, async () => {
		signIn.close();
		outbound.stop();
		links.stop();
		await api.mcp.close();
		await standIns?.stop();
	});
	return {
		...{
			edge,
			signIn,
			callers,
			subscriptions,
			withdrawals,
			images,
			views,
			moderation,
			analytics,
			cards,
			go,
			trust,
			links,
			domains,
			health,
			imports,
			webhooks,
			api,
		},
		...{ events, account, mail, onboarding, client, lifecycle, pools: Object.values(pools) },
	};
}

function metricsOf(modules: Module[]): PartRegistry[] {
	return modules.flatMap((module_) => module_.metrics ?? []);
}
