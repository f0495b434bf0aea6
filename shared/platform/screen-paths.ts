import { publicStatsPath } from "../analytics/public-stats.ts";

export const SCREEN_PATHS = {
	home: "/",
	privacy: "/privacy",
	terms: "/terms",
	withdraw: "/withdraw",
	withdrawalPattern: "/withdraw/:number",
	pricing: "/pricing",
	onboarding: "/onboarding",
	paymentSuccess: "/payment-success",
	account: "/account",
	dashboard: "/admin",
	newLink: "/admin/link/new",
	import: "/admin/import",
	editLinkPattern: "/admin/link/edit/:linkSlug",
	linkPreviewsPattern: "/admin/link/previews/:linkSlug",
	analytics: "/admin/analytics",
	api: "/admin/api",
	linkStatsPattern: "/admin/link/stats/:linkSlug",
	publicStatsPattern: publicStatsPath(":address"),
} as const;

export type ScreenPath = (typeof SCREEN_PATHS)[keyof typeof SCREEN_PATHS];
