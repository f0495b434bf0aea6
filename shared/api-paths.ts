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
	},
	subscriptions: {
		checkout: "/api/subscriptions",
		active: "/api/subscriptions/active",
		cancel: "/api/subscriptions/cancel",
		reactivate: "/api/subscriptions/reactivate",
	},
	stripeWebhook: "/api/stripe/webhook",
	plans: "/api/plans",
	links: {
		all: "/api/links",
		deleted: "/api/links/deleted",
		monthlyUsage: "/api/links/monthly-usage",
		slugAvailability: (slug: string) => `/api/links/check-slug-availability?slug=${encodeURIComponent(slug)}`,
		byId: (id: number) => `/api/links/${id}`,
		bySlug: (linkSlug: string) => `/api/links/by-slug/${encodeURIComponent(linkSlug)}`,
	},
	stats: {
		views: "/api/stats/views",
		linkViews: (id: number) => `/api/stats/links/${id}/views`,
	},
	version: "/api/version",
} as const;

/** Where uploaded pictures are served from. */
export const IMAGES_PATH = "/images";

/** Path of a public link, below the public origin. */
export function publicLinkPath(userSlug: string, linkSlug: string): string {
	return `/go/${userSlug}/${linkSlug}`;
}
