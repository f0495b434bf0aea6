import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";
import { PageSpinner } from "#client/components/ui/spinner.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { paths } from "#client/paths.ts";
import { REDIRECT_DELAY_MS, RequireUser } from "./require-user.tsx";

/** Shows its children to people with a valid subscription; sends other signed-in people to the plans. */
export function RequireSubscription({ children }: { children: ReactNode }) {
	return (
		<RequireUser>
			<SubscribersOnly>{children}</SubscribersOnly>
		</RequireUser>
	);
}

function SubscribersOnly({ children }: { children: ReactNode }) {
	const { isActive, isLoading } = useActiveSubscription();
	const [, navigate] = useLocation();
	const isRefused = !isLoading && !isActive;

	useEffect(() => {
		if (!isRefused) return;
		toast({
			title: "Subscription required",
			description: "You need an active subscription to access this feature",
		});
		const timer = setTimeout(() => navigate(paths.pricing, { replace: true }), REDIRECT_DELAY_MS);
		return () => clearTimeout(timer);
	}, [isRefused, navigate]);

	return isActive ? children : <PageSpinner />;
}
