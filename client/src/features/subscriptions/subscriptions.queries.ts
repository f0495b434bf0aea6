import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { apiGet, apiRequest } from "#client/lib/api-client.ts";
import { logFailure } from "#client/lib/log.ts";
import { API } from "#shared/api-paths.ts";
import type { ActiveSubscription, ClientSubscription } from "#shared/subscriptions/subscription.ts";

const FRESH_FOR_MS = 5 * 60_000;

/** The person's subscription. A failed lookup is told to the console alone: they are treated as having none. */
export const activeSubscriptionQuery = queryOptions({
	queryKey: ["subscriptions", "active"],
	staleTime: FRESH_FOR_MS,
	queryFn: async () => {
		try {
			return await apiGet<ActiveSubscription>(API.subscriptions.active);
		} catch (error) {
			logFailure("The subscription could not be looked up.", error);
			throw error;
		}
	},
});

type SubscriptionState = {
	/** Whether the subscription is valid now, as the server judges it. */
	isActive: boolean;
	/** The valid subscription; null without one. */
	subscription: ClientSubscription | null;
	/** While it is not known yet; a signed-out visitor has none at once. */
	isLoading: boolean;
	isError: boolean;
	/** Why the last look-up failed; null where it did not. */
	error: Error | null;
};

/** The signed-in person's valid subscription; asked for only when somebody is signed in. */
export function useActiveSubscription(): SubscriptionState {
	const { user, isLoading: isUserLoading } = useCurrentUser();
	const { data, isPending, isError, error } = useQuery({ ...activeSubscriptionQuery, enabled: user !== null });
	const isActive = data?.active === true;
	return {
		isActive,
		subscription: isActive ? data.subscription : null,
		isLoading: isUserLoading || (user !== null && isPending),
		isError,
		error,
	};
}

/** Asks for the subscription to end with its period. The caller shows the toasts. */
export function useCancelSubscription() {
	return useSubscriptionChange(API.subscriptions.cancel);
}

/** Takes a cancellation back. The caller shows the toasts. */
export function useReactivateSubscription() {
	return useSubscriptionChange(API.subscriptions.reactivate);
}

function useSubscriptionChange(path: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: () => apiRequest("POST", path),
		onSuccess: () => queryClient.invalidateQueries(activeSubscriptionQuery),
	});
}
