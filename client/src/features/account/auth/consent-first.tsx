import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { paths } from "#client/lib/paths.ts";
import { useCurrentUser } from "./auth.queries.ts";

/** Redirects signed-in users without consent to onboarding; everyone else, visitors too, sees the children. */
export function ConsentFirst({ children }: { children: ReactNode }) {
	const { user } = useCurrentUser();
	const [, navigate] = useLocation();
	const mustOnboard = user?.needsConsent === true;

	useEffect(() => {
		if (mustOnboard) navigate(paths.onboarding, { replace: true });
	}, [mustOnboard, navigate]);

	return mustOnboard ? <PageSpinner /> : children;
}
