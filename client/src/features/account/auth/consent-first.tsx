import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { paths } from "#client/lib/paths.ts";
import { useCurrentUser } from "./auth.queries.ts";

/** Sends signed-in people who still need consent to onboarding; shows its children to everyone else, visitors too. */
export function ConsentFirst({ children }: { children: ReactNode }) {
	const { user } = useCurrentUser();
	const [, navigate] = useLocation();
	const mustOnboard = user?.needsConsent === true;

	useEffect(() => {
		if (mustOnboard) navigate(paths.onboarding, { replace: true });
	}, [mustOnboard, navigate]);

	return mustOnboard ? <PageSpinner /> : children;
}
