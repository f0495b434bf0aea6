import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { currentUserQuery } from "#client/features/account/auth/auth.queries.ts";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { NameInLinks } from "#shared/account/auth/user-name.ts";
import { API } from "#shared/platform/api-paths.ts";

export const nameInLinksQuery = queryOptions({
	queryKey: ["account", "name"],
	queryFn: () => apiGet<NameInLinks>(API.account.name),
});

export function useChangeName() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: async (name: string) =>
			(await (await apiRequest("PUT", API.account.name, { name })).json()) as NameInLinks,
		onSuccess: async (changed) => {
			queryClient.setQueryData(nameInLinksQuery.queryKey, changed);
			queryClient.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, userSlug: changed.name });
			await queryClient.invalidateQueries({
				predicate: ({ queryKey: [first] }) => first !== "account" && first !== "auth",
			});
		},
	});
}
