import { paths } from "./paths.ts";

export const SITE_NAME = "Visualink";

export type PageHead = {
	title: string;
	description: string;
};

/** What search engines and preview fetchers read about each public page; pre-rendered at build time. */
export const PUBLIC_PAGES: Record<"/" | "/pricing" | "/privacy" | "/terms", PageHead> = {
	[paths.home]: {
		title: "Visualink: custom link previews for social media",
		description: "Create custom link previews for social media sharing. No code required.",
	},
	[paths.pricing]: {
		title: "Subscription Plans · Visualink",
		description:
			"Plans for custom link previews with short links and view counts, from €4.99 a month. Two months free per year, 30-day satisfaction guarantee.",
	},
	[paths.privacy]: {
		title: "Privacy Policy · Visualink",
		description:
			"What Visualink stores, why, and for how long: shortened addresses, no cookies on links, no sale of data.",
	},
	[paths.terms]: {
		title: "Terms and Conditions · Visualink",
		description: "The terms of the Visualink service: plans, payment, the 30-day satisfaction guarantee, and fair use.",
	},
};

export const NOT_FOUND_TITLE = "404 Page Not Found · Visualink";
