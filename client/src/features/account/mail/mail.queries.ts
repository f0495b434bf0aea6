import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { MailSettingsForm, MailSettingsView } from "#shared/account/mail/mail-settings.ts";
import { API } from "#shared/platform/api-paths.ts";

export const mailSettingsQuery = queryOptions({
	queryKey: ["account", "mail"],
	queryFn: () => apiGet<MailSettingsView>(API.account.mail),
});

/** Changes what the owner gets by mail: shown at once, and taken back if it fails. One after the other, so that the last holds. */
export function useMailChange() {
	const queryClient = useQueryClient();
	const { queryKey } = mailSettingsQuery;
	return useMutation({
		scope: { id: "mail-settings" },
		mutationFn: async (form: MailSettingsForm) =>
			(await (await apiRequest("PUT", API.account.mail, form)).json()) as MailSettingsView,
		onMutate: ({ off, timeZone }) => {
			const before = queryClient.getQueryData(queryKey);
			queryClient.setQueryData(
				queryKey,
				(known) => known && { ...known, ...(off && { off }), ...(timeZone && { timeZone }) },
			);
			return before;
		},
		onSuccess: (changed) => queryClient.setQueryData(queryKey, changed),
		onError: (_, __, before) => queryClient.setQueryData(queryKey, before),
	});
}
