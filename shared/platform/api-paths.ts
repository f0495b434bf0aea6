export const API_ROOT = "/api";
/** Where assistants call the tools (P666). */
export const MCP_PATH = "/mcp";

export const API_ROUTES = {
	slugAvailability: "/api/links/check-slug-availability",
	linkById: "/api/links/:id",
	importRows: "/api/imports/:id/rows",
	importStart: "/api/imports/:id/start",
	importStop: "/api/imports/:id/stop",
	utmTemplate: "/api/links/utm-templates/:id",
	linkBySlug: "/api/links/by-slug/:linkSlug",
	imageOriginal: "/api/links/originals/:name",
	linkDeliveries: "/api/links/:id/deliveries",
	linkSelfTest: "/api/links/:id/self-test",
	linkHealth: "/api/links/:id/health",
	linkCards: "/api/links/:id/cards",
	linkCard: "/api/links/:id/cards/:target",
	linkDuplicate: "/api/links/:id/duplicate",
	linkAliases: "/api/links/:id/aliases",
	linkAlias: "/api/links/:id/aliases/:slug",
	linkReview: "/api/links/:id/review",
	linkTag: "/api/links/tags/:tag",
	linkRows: "/api/links/rows",
	apiKey: "/api/keys/:id",
	webhook: "/api/webhooks/:id",
	webhookSecret: "/api/webhooks/:id/secret",
	webhookTest: "/api/webhooks/:id/test",
	webhookDeliveries: "/api/webhooks/:id/deliveries",
	webhookDelivery: "/api/webhooks/:id/deliveries/:deliveryId",
	webhookAgain: "/api/webhooks/:id/deliveries/:deliveryId/again",
	domain: "/api/domains/:id",
	domainCheck: "/api/domains/:id/check",
	/** On its own domain: the host, instead of the account's name. */
	openLink: "/api/open/:userSlug/:linkSlug",
	linkViews: "/api/stats/links/:id/views",
	linkChart: "/api/analytics/links/:id",
	withdrawal: "/api/withdrawals/:number",
	withdrawalFile: "/api/withdrawals/:number/file",
	linkPublicPage: "/api/analytics/links/:id/public",
} as const;

/** Every API path; what each call does: P28, P37, P56 and P77. */
export const API = {
	auth: {
		user: "/api/auth/user",
		google: "/api/auth/google",
		googleCallback: "/api/auth/google/callback",
		logout: "/api/auth/logout",
		onboarding: "/api/auth/onboarding",
	},
	account: {
		all: "/api/account",
		data: "/api/account/data",
		name: "/api/account/name",
		/** What an owner gets by mail. */
		mail: "/api/account/mail",
		billingDetails: "/api/account/billing-details",
	},
	subscriptions: {
		checkout: "/api/subscriptions",
		active: "/api/subscriptions/active",
		cancel: "/api/subscriptions/cancel",
		reactivate: "/api/subscriptions/reactivate",
		details: "/api/subscriptions/details",
		/** Unused time, credited to the next invoices. */
		credit: "/api/subscriptions/credit",
		preview: "/api/subscriptions/preview",
		keepPlan: "/api/subscriptions/keep-plan",
		portal: "/api/subscriptions/portal",
		cardPage: "/api/subscriptions/card-page",
		paymentPage: "/api/subscriptions/payment-page",
		cancelAlsoPaying: "/api/subscriptions/also-paying/cancel",
	},
	withdrawals: {
		/** `POST` submits a withdrawal; `GET` says until when the account may. */
		all: "/api/withdrawals",
		one: (number: string) => naming(API_ROUTES.withdrawal, number),
		file: (number: string) => naming(API_ROUTES.withdrawalFile, number),
	},
	stripeWebhook: "/api/stripe/webhook",
	plans: "/api/plans",
	links: {
		all: "/api/links",
		deleted: "/api/links/deleted",
		monthlyUsage: "/api/links/monthly-usage",
		firstPage: "/api/links?limit=50&archived=false",
		/** Ids, totals and tags of that list. */
		index: "/api/links/index",
		search: "/api/links/search",
		rows: (ids: readonly number[]) => `${API_ROUTES.linkRows}?ids=${ids.join(",")}`,
		changes: "/api/links/changes",
		duplicate: (id: number) => naming(API_ROUTES.linkDuplicate, id),
		aliases: (id: number) => naming(API_ROUTES.linkAliases, id),
		review: (id: number) => naming(API_ROUTES.linkReview, id),
		alias: (id: number, slug: string) => `${naming(API_ROUTES.linkAliases, id)}/${encodeURIComponent(slug)}`,
		/** A tag on all links: `PUT` renames it, `DELETE` removes it. */
		tag: (tag: string) => naming(API_ROUTES.linkTag, tag),
		hint: "/api/links/hint",
		/** What a page says about itself, for the form. */
		prefill: "/api/links/prefill",
		utmTemplates: "/api/links/utm-templates",
		utmTemplate: (id: number) => naming(API_ROUTES.utmTemplate, id),
		csv: "/api/links/csv",
		picture: "/api/links/picture",
		image: "/api/links/image",
		original: (imageUrl: string) => naming(API_ROUTES.imageOriginal, imageUrl.slice(IMAGES_PATH.length + 1)),
		slugAvailability: (slug: string) => `${API_ROUTES.slugAvailability}?slug=${encodeURIComponent(slug)}`,
		byId: (id: number) => naming(API_ROUTES.linkById, id),
		deliveries: (id: number) => naming(API_ROUTES.linkDeliveries, id),
		/** Requests the link as twelve fetchers do, and lists what each would miss. */
		selfTest: (id: number) => naming(API_ROUTES.linkSelfTest, id),
		/** `POST` checks the link's target now, `PUT` turns checks off or on. */
		health: (id: number) => naming(API_ROUTES.linkHealth, id),
		cards: (id: number) => naming(API_ROUTES.linkCards, id),
		card: (id: number, target: string) => `${naming(API_ROUTES.linkCards, id)}/${target}`,
		bySlug: (linkSlug: string) => naming(API_ROUTES.linkBySlug, linkSlug),
		/** Redirects the owner to the target without counting, and anyone else to the link. */
		open: (shortUrl: string) => {
			const { hostname, pathname } = new URL(shortUrl);
			const isOurs = pathname.startsWith(`${PUBLIC_LINKS_PATH}/`);
			return `${API_ROOT}/open${isOurs ? pathname.slice(PUBLIC_LINKS_PATH.length) : `/${hostname}${pathname}`}`;
		},
	},
	keys: {
		all: "/api/keys",
		one: (id: number) => naming(API_ROUTES.apiKey, id),
	},
	webhooks: {
		all: "/api/webhooks",
		one: (id: number) => naming(API_ROUTES.webhook, id),
		/** `POST` makes a new secret. */
		secret: (id: number) => naming(API_ROUTES.webhookSecret, id),
		/** `POST` sends a test event. */
		test: (id: number) => naming(API_ROUTES.webhookTest, id),
		deliveries: (id: number) => naming(API_ROUTES.webhookDeliveries, id),
		delivery: (id: number, delivery: number) => `${naming(API_ROUTES.webhookDeliveries, id)}/${delivery}`,
		/** `POST` sends a delivery again. */
		again: (id: number, delivery: number) => `${naming(API_ROUTES.webhookDeliveries, id)}/${delivery}/again`,
	},
	domains: {
		all: "/api/domains",
		one: (id: number) => naming(API_ROUTES.domain, id),
		/** `POST` asks DNS now. */
		check: (id: number) => naming(API_ROUTES.domainCheck, id),
	},
	imports: {
		all: "/api/imports",
		rows: (id: string) => naming(API_ROUTES.importRows, id),
		start: (id: string) => naming(API_ROUTES.importStart, id),
		stop: (id: string) => naming(API_ROUTES.importStop, id),
	},
	latestDeliveries: "/api/deliveries",
	events: "/api/events",
	stats: {
		views: "/api/stats/views",
		linkViews: (id: number) => naming(API_ROUTES.linkViews, id),
	},
	analytics: {
		account: "/api/analytics",
		tags: "/api/analytics/tags",
		linkChart: (id: number) => naming(API_ROUTES.linkChart, id),
		publicPage: (id: number) => naming(API_ROUTES.linkPublicPage, id),
	},
	publicStats: {
		read: "/api/public-stats",
	},
	version: "/api/version",
} as const;

export const IMAGES_PATH = "/images";

const PUBLIC_LINKS_PATH = "/go";

/** Path of a public link below the public origin. */
export function publicLinkPath(userSlug: string, linkSlug: string): string {
	return `${PUBLIC_LINKS_PATH}/${userSlug}/${linkSlug}`;
}

function naming(route: string, name: string | number): string {
	return route.replace(/:\w+/, () => encodeURIComponent(name));
}
