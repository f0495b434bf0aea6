import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { ApiError, apiGet, apiRequest } from "#client/lib/api-client.ts";
import type { ApiKeyForm, ApiKeyList, ApiKeyView, NewApiKey } from "#shared/api/keys/api-key.ts";
import { API } from "#shared/platform/api-paths.ts";

export const apiKeysQuery = queryOptions({
	queryKey: [API.keys.all],
	queryFn: () => apiGet<ApiKeyList>(API.keys.all),
	// The plan may have changed since, and keys are used elsewhere.
	staleTime: 0,
});

/** Keeps the account's keys current while its screen is open (P652). */
export function useLiveKeys(): void {
	const queryClient = useQueryClient();
	useAccountChanges((change) => {
		if (change === "gap" || change.kind === "keys" || change.kind === "subscription") {
			void queryClient.invalidateQueries(apiKeysQuery);
		}
	});
}

/** Makes and revokes keys. */
export function useKeyChanges() {
	const queryClient = useQueryClient();
	const know = (change: (keys: ApiKeyView[]) => ApiKeyView[]) =>
		queryClient.setQueryData<ApiKeyList>(apiKeysQuery.queryKey, (list) => list && { ...list, keys: change(list.keys) });
	/** The answer alone may have failed, or the session have ended. */
	const readAgain = () => void queryClient.invalidateQueries(apiKeysQuery);
	const make = useMutation({
		mutationFn: async (form: ApiKeyForm) => (await (await apiRequest("POST", API.keys.all, form)).json()) as NewApiKey,
		// The key itself isn't cached: it's shown once.
		onSuccess: ({ key: _, ...made }) => know((keys) => [...keys.filter(({ id }) => id !== made.id), made]),
		onError: readAgain,
		gcTime: 0,
	});
	const revoke = useMutation({
		mutationFn: async (id: number) => {
			try {
				await apiRequest("DELETE", API.keys.one(id));
			} catch (error) {
				if (!(error instanceof ApiError) || error.code !== "api_key_not_found") throw error;
			}
		},
		onError: readAgain,
		onSuccess: (_, id) => know((keys) => keys.filter((each) => each.id !== id)),
	});
	return { make, revoke };
}
