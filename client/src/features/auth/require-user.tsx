import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { paths } from "#client/paths.ts";
import { useCurrentUser } from "./auth.queries.ts";

/** Time for the toast to be seen before the page changes. Specification, section 9. */
export const REDIRECT_DELAY_MS = 100;

/** Shows its children to signed-in people; sends others home, and those who still need consent to onboarding. */
export function RequireUser({ children }: { children: ReactNode }) {
	const { user, isLoading } = useCurrentUser();
	const [location, navigate] = useLocation();
	const isRefused = !isLoading && user === null;
	const mustOnboard = user?.needsConsent === true && location !== paths.onboarding;

	useEffect(() => {
		if (!isRefused) return;
		toast({ title: "Authentication required", description: "Please sign in to access this page" });
		const timer = setTimeout(() => navigate(paths.home, { replace: true }), REDIRECT_DELAY_MS);
		return () => clearTimeout(timer);
	}, [isRefused, navigate]);

	useEffect(() => {
		if (mustOnboard) navigate(paths.onboarding, { replace: true });
	}, [mustOnboard, navigate]);

	return user && !mustOnboard ? children : <PageSpinner />;
}
