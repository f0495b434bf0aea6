import type { ReactNode } from "react";
import { useTurnAway } from "#client/components/toast/use-turn-away.ts";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { paths } from "#client/lib/paths.ts";
import { useCurrentUser } from "./auth.queries.ts";

export function SignedInOnly({ children }: { children: ReactNode }) {
	const { user, isLoading, isError } = useCurrentUser();
	useTurnAway({
		isRefused: !isLoading && user === null,
		title: "Authentication required",
		description: "Please sign in to access this page",
		to: paths.home,
		comesBack: isError,
	});
	return user ? children : <PageSpinner />;
}
