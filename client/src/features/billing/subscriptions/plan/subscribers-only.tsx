import type { ReactNode } from "react";
import { useTurnAway } from "#client/components/toast/use-turn-away.ts";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { paths } from "#client/lib/paths.ts";
import { useActiveSubscription } from "../subscriptions.queries.ts";

/** Renders its children for users with a valid subscription, and redirects others to the plans. */
export function SubscribersOnly({ children }: { children: ReactNode }) {
	const { isActive, isLoading, isError } = useActiveSubscription();
	useTurnAway({
		isRefused: !isLoading && !isActive,
		title: "Subscription required",
		description: "You need an active subscription to access this feature",
		to: paths.pricing,
		comesBack: isError,
	});
	return isActive ? children : <PageSpinner />;
}
