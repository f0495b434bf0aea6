import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { logFailure } from "#client/lib/log.ts";
import type { ActiveSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { activeSubscriptionQuery, verifiedSubscription } from "../subscriptions.queries.ts";

/** Time for the payment's event to arrive before we ask (P94). */
const CHECK_AFTER_MS = 1500;

type PaymentCheck = {
	isVerifying: boolean;
	planName: string | null;
	/** Why this page doesn't apply to the user; null if it does, and while unknown. */
	nothingPaid: "subscribed" | "not subscribed" | null;
};

/** Verifies the subscription once. A `session_id` in `search`, even an empty one, has the server ask Stripe. */
export function usePaymentCheck(search: string): PaymentCheck {
	const queryClient = useQueryClient();
	const [check, setCheck] = useState<PaymentCheck>({ isVerifying: true, planName: null, nothingPaid: null });

	useEffect(() => {
		let isGone = false;

		async function verify(): Promise<void> {
			const answer = await askServer(search);
			if (isGone) return;
			// Outdated for the guards of other screens too.
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
