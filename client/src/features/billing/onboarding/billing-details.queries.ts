import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "#client/features/account/auth/auth.queries.ts";
import { subscriptionDetailsQuery } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { BillingDetails } from "#shared/billing/onboarding/onboarding-form.ts";
import { API } from "#shared/platform/api-paths.ts";

export const billingDetailsQuery = queryOptions({
	queryKey: ["account", "billing-details"],
	queryFn: () => apiGet<BillingDetails>(API.account.billingDetails),
});

/** Saves billing details; the name in the header follows. The caller shows the toasts. */
export function useSaveBillingDetails() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (details: BillingDetails) =>
			(await (await apiRequest("PUT", API.account.billingDetails, details)).json()) as BillingDetails,
		onSuccess: (saved) => {
			queryClient.setQueryData(billingDetailsQuery.queryKey, saved);
			void queryClient.invalidateQueries(currentUserQuery);
			void queryClient.invalidateQueries(subscriptionDetailsQuery);
		},
	});
}
