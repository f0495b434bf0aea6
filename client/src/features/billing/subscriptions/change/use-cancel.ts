import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { paths } from "#client/lib/paths.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { activeSubscriptionQuery, useSubscriptionChange } from "../subscriptions.queries.ts";

/** Ends at once after a failed payment (P261). Shows the toast itself, because the pressed button may be gone. */
export function useCancel() {
	const queryClient = useQueryClient();
	const [location, navigate] = useLocation();
	return useSubscriptionChange("cancel", {
		onDone: ({ hasEnded }) => {
			const openInvoices = queryClient.getQueryData(activeSubscriptionQuery.queryKey)?.openInvoices;
			toast({ ...(hasEnded ? ended(openInvoices) : CANCELED), variant: "success" });
			// Otherwise the dashboard's guard redirects, and its toast replaces this one.
			if (hasEnded && location.startsWith(paths.dashboard)) navigate(paths.account);
		},
		onFailed: (error) => toastFailure("Could not cancel the subscription", error),
	});
}

const CANCELED = {
	title: "Subscription canceled",
	description: "Your subscription will be canceled at the end of the current period",
};

function ended(openInvoices: { amount: number; currency: string } | null | undefined) {
	const invoice = openInvoices
		? `The open invoice of ${formatMoney(openInvoices.amount, openInvoices.currency)} is void. `
		: "";
	return { title: "Subscription ended", description: `${invoice}You won't be charged again.` };
}
