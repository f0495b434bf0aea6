import { lazy, Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { Footer } from "#client/components/layout/footer.tsx";
import { PageErrorBoundary } from "#client/components/layout/page-error-boundary.tsx";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { RequireSubscription } from "#client/features/auth/require-subscription.tsx";
import { RequireUser } from "#client/features/auth/require-user.tsx";
import { VersionLabel } from "#client/features/version/version-label.tsx";
import { paths } from "./paths.ts";
import { SiteHeader } from "./site-header.tsx";

const LandingPage = lazy(async () => ({ default: (await import("./pages/landing.tsx")).LandingPage }));
const PricingPage = lazy(async () => ({ default: (await import("./pages/pricing.tsx")).PricingPage }));
const PrivacyPage = lazy(async () => ({ default: (await import("./pages/privacy.tsx")).PrivacyPage }));
const TermsPage = lazy(async () => ({ default: (await import("./pages/terms.tsx")).TermsPage }));
const OnboardingPage = lazy(async () => ({ default: (await import("./pages/onboarding.tsx")).OnboardingPage }));
const PaymentSuccessPage = lazy(async () => ({
	default: (await import("./pages/payment-success.tsx")).PaymentSuccessPage,
}));
const DashboardPage = lazy(async () => ({ default: (await import("./pages/dashboard.tsx")).DashboardPage }));
const NewLinkPage = lazy(async () => ({ default: (await import("./pages/new-link.tsx")).NewLinkPage }));
const EditLinkPage = lazy(async () => ({ default: (await import("./pages/edit-link.tsx")).EditLinkPage }));
const NotFoundPage = lazy(async () => ({ default: (await import("./pages/not-found.tsx")).NotFoundPage }));

/** Every screen with its guard, between the header and the footer. Specification, section 2. */
export function Routes() {
	const [location] = useLocation();
	const mainRef = useNewPageFocus(location);
	return (
		<div className="flex min-h-dvh flex-col">
			<a
				href="#main"
				className="sr-only rounded-control bg-ink px-4 py-3 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
			>
				Skip to content
			</a>
			<SiteHeader />
			<main id="main" ref={mainRef} tabIndex={-1} className="flex-1 outline-none">
				<PageErrorBoundary key={location}>
					<Suspense fallback={<PageSpinner />}>
						<Switch>
							<Route path={paths.home} component={LandingPage} />
							<Route path={paths.pricing} component={PricingPage} />
							<Route path={paths.privacy} component={PrivacyPage} />
							<Route path={paths.terms} component={TermsPage} />
							<Route path={paths.onboarding}>
								<RequireUser>
									<OnboardingPage />
								</RequireUser>
							</Route>
							<Route path={paths.paymentSuccess}>
								<RequireUser>
									<PaymentSuccessPage />
								</RequireUser>
							</Route>
							<Route path={paths.dashboard}>
								<RequireSubscription>
									<DashboardPage />
								</RequireSubscription>
							</Route>
							<Route path={paths.newLink}>
								<RequireSubscription>
									<NewLinkPage />
								</RequireSubscription>
							</Route>
							<Route path={paths.editLinkPattern}>
								{({ linkSlug }) => (
									<RequireSubscription>
										<EditLinkPage key={linkSlug} />
									</RequireSubscription>
								)}
							</Route>
							<Route component={NotFoundPage} />
						</Switch>
					</Suspense>
				</PageErrorBoundary>
			</main>
			<Footer version={<VersionLabel />} />
		</div>
	);
}

/** A new page starts at its top, and keyboards and screen readers start at its content, as with a page load. */
function useNewPageFocus(location: string) {
	const mainRef = useRef<HTMLElement>(null);
	const shownRef = useRef(location);
	const isBackRef = useRef(false);

	useEffect(() => {
		// The browser itself restores the scroll position of a page one goes back to.
		const onPopState = () => {
			isBackRef.current = true;
		};
		window.addEventListener("popstate", onPopState);
		return () => window.removeEventListener("popstate", onPopState);
	}, []);

	useEffect(() => {
		const isBack = isBackRef.current;
		isBackRef.current = false;
		if (shownRef.current === location) return;
		shownRef.current = location;
		if (isBack) return;
		mainRef.current?.focus({ preventScroll: true });
		if (window.location.hash === "") window.scrollTo({ top: 0, behavior: "instant" });
	}, [location]);

	return mainRef;
}
