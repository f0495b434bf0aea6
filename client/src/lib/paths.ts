import { SCREEN_PATHS } from "#shared/platform/screen-paths.ts";

/** Every screen's address (P83). */
export const paths = {
	...SCREEN_PATHS,
	features: "/#features",
	pricingSection: "/#pricing",
	faqs: "/#faqs",
	subscription: "/admin?tab=subscription",
	plannedChange: "/admin?tab=subscription&changed=planned",
	flaggedLinks: "/admin?filter=flagged",
	withdrawal: (number: string) => `/withdraw/${encodeURIComponent(number)}`,
	editLink: (linkSlug: string) => `/admin/link/edit/${encodeURIComponent(linkSlug)}`,
	linkPreviews: (linkSlug: string) => `/admin/link/previews/${encodeURIComponent(linkSlug)}`,
	linkStats: (linkSlug: string) => `/admin/link/stats/${encodeURIComponent(linkSlug)}`,
} as const;
