import { publicStatsPath } from "#shared/analytics/public-stats.ts";

/** Every screen and its address (P83). */
export const paths = {
	home: "/",
	features: "/#features",
	pricingSection: "/#pricing",
	faqs: "/#faqs",
	privacy: "/privacy",
	terms: "/terms",
	pricing: "/pricing",
	onboarding: "/onboarding",
	paymentSuccess: "/payment-success",
	account: "/account",
	dashboard: "/admin",
	subscription: "/admin?tab=subscription",
	newLink: "/admin/link/new",
	import: "/admin/import",
	editLink: (linkSlug: string) => `/admin/link/edit/${encodeURIComponent(linkSlug)}`,
	editLinkPattern: "/admin/link/edit/:linkSlug",
	linkPreviews: (linkSlug: string) => `/admin/link/previews/${encodeURIComponent(linkSlug)}`,
	linkPreviewsPattern: "/admin/link/previews/:linkSlug",
	analytics: "/admin/analytics",
	linkStats: (linkSlug: string) => `/admin/link/stats/${encodeURIComponent(linkSlug)}`,
	linkStatsPattern: "/admin/link/stats/:linkSlug",
	publicStatsPattern: publicStatsPath(":address"),
} as const;
