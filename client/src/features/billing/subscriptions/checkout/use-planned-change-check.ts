import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { logFailure } from "#client/lib/log.ts";
import { activeSubscriptionQuery, verifiedSubscription } from "../subscriptions.queries.ts";

/**
 * Reads the subscription from Stripe for anyone who comes back from planning a change there (P131), so that the tab says
 * from when even where Stripe's event is late; then takes that out of the address.
 */
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
				// Anyone who has gone on meanwhile stays there.
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
