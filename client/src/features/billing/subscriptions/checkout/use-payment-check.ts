import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { logFailure } from "#client/lib/log.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { activeSubscriptionQuery, verifiedSubscription } from "../subscriptions.queries.ts";

/** Time given to the payment's news before it is asked for (P94). */
const CHECK_AFTER_MS = 1500;

type PaymentCheck = {
	isVerifying: boolean;
	planName: string | null;
	/** Why this page is not for the person; null while that is not known, and where it is. */
	nothingPaid: "subscribed" | "not subscribed" | null;
};

/**
 * Makes sure, after a payment, that the subscription is there; asks once. `search` is the query string the payment
 * page sent the browser back with; a `session_id` in the question, be it empty (the page of a plan change sends none),
 * tells the server to ask Stripe itself rather than to wait for its events.
 * A failure is logged only to the console: the plan's name is then unknown.
 */
export function usePaymentCheck(search: string): PaymentCheck {
	const queryClient = useQueryClient();
	const [check, setCheck] = useState<PaymentCheck>({ isVerifying: true, planName: null, nothingPaid: null });

	useEffect(() => {
		let isGone = false;

		async function verify(): Promise<void> {
			const answer = await askServer(search);
			if (isGone) return;
			// What was known before the payment no longer holds, for the guards of the other screens too.
			if (answer) queryClient.setQueryData(activeSubscriptionQuery.queryKey, answer);
			else queryClient.removeQueries({ queryKey: activeSubscriptionQuery.queryKey });
			const nothingPaid = answer?.justPaid === false ? (answer.active ? "subscribed" : "not subscribed") : null;
			const planName = (answer?.active && answer.subscription?.plan.name) || null;
			setCheck({ isVerifying: nothingPaid !== null, planName, nothingPaid });
		}

		const timer = setTimeout(() => void verify(), CHECK_AFTER_MS);
		return () => {
			isGone = true;
			clearTimeout(timer);
		};
	}, [search, queryClient]);

	return check;
}

async function askServer(search: string): Promise<ActiveSubscription | null> {
	try {
		return await verifiedSubscription(new URLSearchParams(search).get("session_id") ?? "");
	} catch (error) {
		logFailure("The subscription could not be verified.", error);
		return null;
	}
}
