import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { logFailure } from "#client/lib/log.ts";
import { activeSubscriptionQuery, verifiedSubscription } from "../subscriptions.queries.ts";

/** Reads the subscription from Stripe after a change was planned there (P131), because its event may be late. */
export function usePlannedChangeCheck(isBack: boolean): void {
	const queryClient = useQueryClient();
	const [, navigate] = useLocation();

	useEffect(() => {
		if (!isBack) return;
		let isGone = false;
		void verifiedSubscription("")
			.then((answer) => queryClient.setQueryData(activeSubscriptionQuery.queryKey, answer))
			.catch((error: unknown) => logFailure("The planned change could not be read.", error))
			.finally(() => {
				// A user who has navigated away stays there.
				if (isGone) return;
				const rest = new URLSearchParams(window.location.search);
				rest.delete("changed");
				navigate(`${window.location.pathname}?${rest}`, { replace: true, state: window.history.state });
			});
		return () => {
			isGone = true;
		};
	}, [isBack, navigate, queryClient]);
}
