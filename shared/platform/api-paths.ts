/** The prefix of all API routes. */
export const API_ROOT = "/api";

/** The paths that name something, as routers take them. */
export const API_ROUTES = {
	slugAvailability: "/api/links/check-slug-availability",
	linkById: "/api/links/:id",
	importRows: "/api/imports/:id/rows",
	importStart: "/api/imports/:id/start",
	importStop: "/api/imports/:id/stop",
	utmTemplate: "/api/links/utm-templates/:id",
	linkBySlug: "/api/links/by-slug/:linkSlug",
	/** The original of the user's own image `/images/{name}`. */
	imageOriginal: "/api/links/originals/:name",
	linkDeliveries: "/api/links/:id/deliveries",
	linkSelfTest: "/api/links/:id/self-test",
	linkCards: "/api/links/:id/cards",
	linkCard: "/api/links/:id/cards/:target",
	linkDuplicate: "/api/links/:id/duplicate",
	linkAliases: "/api/links/:id/aliases",
	linkAlias: "/api/links/:id/aliases/:slug",
	linkReview: "/api/links/:id/review",
	linkTag: "/api/links/tags/:tag",
	linkRows: "/api/links/rows",
	domain: "/api/domains/:id",
	domainCheck: "/api/domains/:id/check",
	openLink: "/api/open/:userSlug/:linkSlug",
	linkViews: "/api/stats/links/:id/views",
	linkChart: "/api/analytics/links/:id",
	withdrawal: "/api/withdrawals/:number",
	withdrawalFile: "/api/withdrawals/:number/file",
	/** Of a link's owner: its public page. */
	linkPublicPage: "/api/analytics/links/:id/public",
} as const;

/** Every API path, written once; what each call is for: P28, P37, P56 and P77. */
export const API = {
	auth: {
		user: "/api/auth/user",
		google: "/api/auth/google",
		googleCallback: "/api/auth/google/callback",
		logout: "/api/auth/logout",
		onboarding: "/api/auth/onboarding",
	},
	account: {
		/** `DELETE` ends the account. */
		all: "/api/account",
		/** Everything that is kept about the person, as a file. */
		data: "/api/account/data",
		/** The name in the person's links. */
		name: "/api/account/name",
		/** Name, address and VAT number, as onboarding asked for them. */
		billingDetails: "/api/account/billing-details",
	},
	subscriptions: {
		checkout: "/api/subscriptions",
		active: "/api/subscriptions/active",
		cancel: "/api/subscriptions/cancel",
		reactivate: "/api/subscriptions/reactivate",
		/** What is charged next, and to which card. */
		details: "/api/subscriptions/details",
		/** What is left of unused time, for the next invoices. */
		credit: "/api/subscriptions/credit",
		/** What changing to a plan and interval would do, and cost. */
		preview: "/api/subscriptions/preview",
		/** Calls a planned change off. */
		keepPlan: "/api/subscriptions/keep-plan",
		/** Stripe's page with invoices and payment method. */
		portal: "/api/subscriptions/portal",
		/** Stripe's page on which the card is replaced. */
		cardPage: "/api/subscriptions/card-page",
		/** Stripe's page on which an open invoice is paid. */
		paymentPage: "/api/subscriptions/payment-page",
		/** Ends the subscriptions next to the current one. */
		cancelAlsoPaying: "/api/subscriptions/also-paying/cancel",
	},
	withdrawals: {
		/** `POST` withdraws from a contract; `GET` is until when that is offered to the account. */
		all: "/api/withdrawals",
		/** What was stated, and when it was received. */
		one: (number: string) => naming(API_ROUTES.withdrawal, number),
		/** The same, to keep. */
		file: (number: string) => naming(API_ROUTES.withdrawalFile, number),
	},
	stripeWebhook: "/api/stripe/webhook",
	plans: "/api/plans",
	links: {
		all: "/api/links",
		deleted: "/api/links/deleted",
		monthlyUsage: "/api/links/monthly-usage",
		/** The first rows of the dashboard's list as long as nothing is searched for. */
		firstPage: "/api/links?limit=50&archived=false",
		/** Ids, totals and tags of that list. */
		index: "/api/links/index",
		/** The dashboard's list: what was searched for, with all totals. */
		search: "/api/links/search",
		/** Rows of that list, by their ids. */
		rows: (ids: readonly number[]) => `${API_ROUTES.linkRows}?ids=${ids.join(",")}`,
		/** Archives, deletes, brings back or tags several links. */
		changes: "/api/links/changes",
		duplicate: (id: number) => naming(API_ROUTES.linkDuplicate, id),
		/** Former slugs that still lead to the link. */
		aliases: (id: number) => naming(API_ROUTES.linkAliases, id),
		/** Asks for a review of a flagged link. */
		review: (id: number) => naming(API_ROUTES.linkReview, id),
		/** `DELETE` releases it. */
		alias: (id: number, slug: string) => `${naming(API_ROUTES.linkAliases, id)}/${encodeURIComponent(slug)}`,
		/** A tag of all links that have it: `PUT` renames it, `DELETE` takes it from them. */
		tag: (tag: string) => naming(API_ROUTES.linkTag, tag),
		/** What a save of a card's texts would find. */
		hint: "/api/links/hint",
		/** What a page says of itself, for the form. */
		prefill: "/api/links/prefill",
		/** What the account writes into its targets again and again. */
		utmTemplates: "/api/links/utm-templates",
		utmTemplate: (id: number) => naming(API_ROUTES.utmTemplate, id),
		/** All links as a CSV file. */
		csv: "/api/links/csv",
		/** Copies an image from elsewhere. */
		picture: "/api/links/picture",
		/** Makes the image of a form, of a file or of another section of an earlier one. */
		image: "/api/links/image",
		/** What an image of ours was cut from, by its `imageUrl`. */
		original: (imageUrl: string) => naming(API_ROUTES.imageOriginal, imageUrl.slice(IMAGES_PATH.length + 1)),
		slugAvailability: (slug: string) => `${API_ROUTES.slugAvailability}?slug=${encodeURIComponent(slug)}`,
		byId: (id: number) => naming(API_ROUTES.linkById, id),
		/** Which platform has fetched which version of its card. */
		deliveries: (id: number) => naming(API_ROUTES.linkDeliveries, id),
		/** Goes the way of twelve fetchers, and says what each would miss. */
		selfTest: (id: number) => naming(API_ROUTES.linkSelfTest, id),
		/** What its card says differently to some platforms. */
		cards: (id: number) => naming(API_ROUTES.linkCards, id),
		card: (id: number, target: string) => `${naming(API_ROUTES.linkCards, id)}/${target}`,
		bySlug: (linkSlug: string) => naming(API_ROUTES.linkBySlug, linkSlug),
		/** Leads its owner to a link without counting the visit, and everyone else to the link. */
		open: (shortUrl: string) => `${API_ROOT}/open${new URL(shortUrl).pathname.slice(PUBLIC_LINKS_PATH.length)}`,
	},
	domains: {
		all: "/api/domains",
		one: (id: number) => naming(API_ROUTES.domain, id),
		/** `POST` asks DNS now. */
		check: (id: number) => naming(API_ROUTES.domainCheck, id),
	},
	imports: {
		/** `GET` is the account's import, `POST` checks a file. */
		all: "/api/imports",
		rows: (id: string) => naming(API_ROUTES.importRows, id),
		start: (id: string) => naming(API_ROUTES.importStart, id),
		stop: (id: string) => naming(API_ROUTES.importStop, id),
	},
	/** The newest fetch of each link's card. */
	latestDeliveries: "/api/deliveries",
	/** Server-sent events: what changes in the account. */
	events: "/api/events",
	stats: {
		views: "/api/stats/views",
		linkViews: (id: number) => naming(API_ROUTES.linkViews, id),
	},
	analytics: {
		/** Charts of the account. */
		account: "/api/analytics",
		/** Its views by tag. */
		tags: "/api/analytics/tags",
		linkChart: (id: number) => naming(API_ROUTES.linkChart, id),
		publicPage: (id: number) => naming(API_ROUTES.linkPublicPage, id),
	},
	/** For everyone who knows the address of a public page. */
	publicStats: {
		read: "/api/public-stats",
	},
	version: "/api/version",
} as const;

/** Where uploaded images are served from. */
export const IMAGES_PATH = "/images";

/** Where public links begin. */
const PUBLIC_LINKS_PATH = "/go";

/** Path of a public link, below the public origin. */
export function publicLinkPath(userSlug: string, linkSlug: string): string {
	return `${PUBLIC_LINKS_PATH}/${userSlug}/${linkSlug}`;
}

function naming(route: string, name: string | number): string {
	return route.replace(/:\w+/, () => encodeURIComponent(name));
}
