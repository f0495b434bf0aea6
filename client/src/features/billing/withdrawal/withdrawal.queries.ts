import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { WithdrawalForm, WithdrawalOffer, WithdrawalReceipt } from "#shared/billing/subscriptions/withdrawal.ts";
import { API } from "#shared/platform/api-paths.ts";

export const withdrawalOfferQuery = queryOptions({
	queryKey: ["withdrawals", "offer"],
	queryFn: () => apiGet<WithdrawalOffer>(API.withdrawals.all),
});

export function withdrawalQuery(number: string) {
	return queryOptions({
		queryKey: ["withdrawals", "one", number],
		queryFn: () => apiGet<WithdrawalReceipt>(API.withdrawals.one(number)),
		staleTime: Number.POSITIVE_INFINITY,
	});
}

/** Sends the statement; resending it is idempotent. The caller shows the toasts. */
export function useWithdraw() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (form: WithdrawalForm) =>
			(await (await apiRequest("POST", API.withdrawals.all, form)).json()) as WithdrawalReceipt,
		onSuccess: (receipt) => {
			queryClient.setQueryData(withdrawalQuery(receipt.number).queryKey, receipt);
			void queryClient.invalidateQueries(withdrawalOfferQuery);
		},
	});
}
