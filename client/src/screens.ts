import type { ComponentType, ReactNode } from "react";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { ConsentFirst } from "#client/features/account/auth/consent-first.tsx";
import { type LateComponent, late } from "#client/lib/late.tsx";
import { paths } from "#client/lib/paths.ts";
import type { ScreenPath } from "#shared/platform/screen-paths.ts";

/** Lets some people through to its children, and takes the others elsewhere. */
export type Guard = ComponentType<{ children: ReactNode }>;

type Screen = {
	path: ScreenPath;
	/** Who may see it, asked from the first to the last. */
	guards: Guard[];
	/** Its code, loaded when it is first shown. */
	Screen: LateComponent<object>;
};

/** A screen that is pre-rendered, so that search engines and preview fetchers can read it. */
type ReadablePage = Pick<Screen, "Screen"> & {
	/** The HTML file that the build writes. */
	file: string;
	/** The module of `Screen` in the build's manifest. */
	module: string;
	/** The whole document title. */
	title: string;
};

/** A screen, or a guard with its children, instead of a spinner once its code is there. */
function screenFrom<Props extends object>(load: () => Promise<ComponentType<Props>>): LateComponent<Props> {
	return late(load, PageSpinner);
}

/** `description`: only the HTML that the build writes has it, so browsers don't load it (P606). */
export type PublicPage = Screen & ReadablePage & { description: string };

/**
 * The pages for everyone. One row is all that a public page is declared by: the router, the guards, the pre-rendering
 * with its head, the sitemap, and the server's list of files (`pages.json`) are made from it.
 */
export const PUBLIC_PAGES: PublicPage[] = [
	{
		path: paths.home,
		guards: [],
		Screen: screenFrom(async () => (await import("./pages/landing.tsx")).LandingPage),
		file: "index.html",
		module: "src/pages/landing.tsx",
		title: "Visualink: custom link previews for social media",
		description: import.meta.env.SSR ? "Create custom link previews for social media sharing. No code required." : "",
	},
	{
		path: paths.pricing,
		guards: [ConsentFirst],
		Screen: screenFrom(async () => (await import("./pages/pricing.tsx")).PricingPage),
		file: "pricing.html",
		module: "src/pages/pricing.tsx",
		title: "Subscription Plans · Visualink",
		description: import.meta.env.SSR
			? "Plans for custom link previews with short links and view counts, from €4.99 a month. Two months free per year, 30-day satisfaction guarantee."
			: "",
	},
	{
		path: paths.privacy,
		guards: [],
		Screen: screenFrom(async () => (await import("./pages/privacy.tsx")).PrivacyPage),
		file: "privacy.html",
		module: "src/pages/privacy.tsx",
		title: "Privacy Policy · Visualink",
		description: import.meta.env.SSR
			? "What Visualink stores, why, and for how long: shortened addresses, no cookies on links, no sale of data."
			: "",
	},
	{
		path: paths.terms,
		guards: [],
		Screen: screenFrom(async () => (await import("./pages/terms.tsx")).TermsPage),
		file: "terms.html",
		module: "src/pages/terms.tsx",
		title: "Terms and Conditions · Visualink",
		description: import.meta.env.SSR
			? "The terms of the Visualink service: plans, payment, the 30-day satisfaction guarantee, and fair use."
			: "",
	},
	{
		path: paths.withdraw,
		guards: [],
		Screen: screenFrom(async () => (await import("./pages/withdraw.tsx")).WithdrawPage),
		file: "withdraw.html",
		module: "src/pages/withdraw.tsx",
		title: "Withdraw from contract · Visualink",
		description: import.meta.env.SSR
			? "Withdraw from your Visualink contract online, with or without signing in, and get a confirmation to keep."
			: "",
	},
];

// Public pages carry neither these nor the toast that comes with them.
const SignedInOnly: Guard = screenFrom(async () => (await loadGuards())[0].SignedInOnly);
const SubscribersOnly: Guard = screenFrom(async () => (await loadGuards())[1].SubscribersOnly);

/** Together, so that one does not wait for the other. */
function loadGuards() {
	return Promise.all([
		import("#client/features/account/auth/signed-in-only.tsx"),
		import("#client/features/billing/subscriptions/plan/subscribers-only.tsx"),
	]);
}

/** With the guards behind it, so that they don't wait for it. */
const PageKept: Guard = screenFrom(async () => {
	const [{ PageKept }] = await Promise.all([import("#client/features/links/prefill/page-kept.tsx"), loadGuards()]);
	return PageKept;
});

/**
 * Here the guards of two features meet: `SubscribersOnly` is asked about people whom `SignedInOnly` and `ConsentFirst`
 * let through. Subscriptions know whose they are, by the current user of auth; auth knows nothing of subscriptions.
 */
const SIGNED_IN: Guard[] = [SignedInOnly, ConsentFirst];
const SUBSCRIBED: Guard[] = [...SIGNED_IN, SubscribersOnly];

const LinkPage = screenFrom(async () => (await import("./pages/link.tsx")).LinkPage);

/** The screens for some (P83). */
export const GUARDED_SCREENS: Screen[] = [
	{
		path: paths.onboarding,
		guards: [SignedInOnly],
		Screen: screenFrom(async () => (await import("./pages/onboarding.tsx")).OnboardingPage),
	},
	{
		path: paths.paymentSuccess,
		guards: SIGNED_IN,
		Screen: screenFrom(async () => (await import("./pages/payment-success.tsx")).PaymentSuccessPage),
	},
	{
		path: paths.account,
		guards: SIGNED_IN,
		Screen: screenFrom(async () => (await import("./pages/account.tsx")).AccountPage),
	},
	{
		path: paths.dashboard,
		guards: SUBSCRIBED,
		Screen: screenFrom(async () => (await import("./pages/dashboard.tsx")).DashboardPage),
	},
	{
		path: paths.newLink,
		guards: [PageKept, ...SUBSCRIBED],
		Screen: screenFrom(async () => (await import("./pages/new-link.tsx")).NewLinkPage),
	},
	{
		path: paths.import,
		guards: SUBSCRIBED,
		Screen: screenFrom(async () => (await import("./pages/import.tsx")).ImportPage),
	},
	// Tabs of one page: `pageOf` keeps it mounted from one to another.
	...[paths.editLinkPattern, paths.linkPreviewsPattern, paths.linkStatsPattern].map((path) => ({
		path,
		guards: SUBSCRIBED,
		Screen: LinkPage,
	})),
	{
		path: paths.analytics,
		guards: SUBSCRIBED,
		Screen: screenFrom(async () => (await import("./pages/analytics.tsx")).AnalyticsPage),
	},
	{
		path: paths.api,
		guards: SUBSCRIBED,
		Screen: screenFrom(async () => (await import("./pages/api.tsx")).ApiPage),
	},
	{
		// As the next one.
		path: paths.withdrawalPattern,
		guards: [],
		Screen: screenFrom(async () => (await import("./pages/withdrawal.tsx")).WithdrawalPage),
	},
	{
		// For anyone who knows its address, which the server judges.
		path: paths.publicStatsPattern,
		guards: [],
		Screen: screenFrom(async () => (await import("./pages/public-stats.tsx")).PublicStatsPage),
	},
];

/** Any other path. */
export const NOT_FOUND_PAGE: ReadablePage = {
	Screen: screenFrom(async () => (await import("./pages/not-found.tsx")).NotFoundPage),
	file: "404.html",
	module: "src/pages/not-found.tsx",
	title: "404 Page Not Found · Visualink",
};
