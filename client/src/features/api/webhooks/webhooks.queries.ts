import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useAccountChanges } from "#client/lib/account-changes.ts";
import { ApiError, apiGet, apiRequest } from "#client/lib/api-client.ts";
import type {
	NewWebhook,
	RolledSecret,
	WebhookChange,
	WebhookDeliveryDetail,
	WebhookDeliveryList,
	WebhookForm,
	WebhookList,
	WebhookView,
} from "#shared/api/webhooks/webhook.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Of the webhooks, their logs and their deliveries. */
const ROOT = API.webhooks.all;

export const webhooksQuery = queryOptions({
	queryKey: [ROOT],
	queryFn: () => apiGet<WebhookList>(ROOT),
	// They change by what receivers answer.
	staleTime: 0,
});

/** The log of a webhook, newest first. */
export const deliveriesQuery = (id: number) =>
	infiniteQueryOptions({
		queryKey: [ROOT, id, "deliveries"],
		queryFn: ({ pageParam }) =>
			apiGet<WebhookDeliveryList>(`${API.webhooks.deliveries(id)}${pageParam === null ? "" : `?before=${pageParam}`}`),
		initialPageParam: null as number | null,
		getNextPageParam: ({ next }) => next,
		staleTime: 0,
	});

/** A delivery with its request and answer. */
export const deliveryQuery = (id: number, delivery: number) =>
	queryOptions({
		queryKey: [ROOT, id, "deliveries", delivery],
		queryFn: () => apiGet<WebhookDeliveryDetail>(API.webhooks.delivery(id, delivery)),
		staleTime: 0,
	});

/** Keeps webhooks and the logs in view current while their screen is open (P669). */
export function useLiveWebhooks(): void {
	const queryClient = useQueryClient();
	useAccountChanges((change) => {
		if (change === "gap" || change.kind === "webhooks" || change.kind === "subscription") {
			void queryClient.invalidateQueries({ queryKey: [ROOT] });
		}
	});
}

/** Changes of webhooks and what their owner sends by hand. */
export function useWebhookChanges() {
	const queryClient = useQueryClient();
	const know = (change: (webhooks: WebhookView[]) => WebhookView[]) =>
		queryClient.setQueryData<WebhookList>(
			webhooksQuery.queryKey,
			(list) => list && { ...list, webhooks: change(list.webhooks) },
		);
	/** The answer alone may have failed, or the webhook be another's page's work by now. */
	const readAgain = () => queryClient.invalidateQueries({ queryKey: [ROOT] });
	const onError = () => void readAgain();
	const make = useMutation({
		mutationFn: (form: WebhookForm) => sent<NewWebhook>("POST", ROOT, form),
		// The secret isn't cached: it's shown once.
		onSuccess: ({ secret: _, ...made }) => know((all) => [...all.filter(({ id }) => id !== made.id), made]),
		onError,
		gcTime: 0,
	});
	const change = useMutation({
		mutationFn: ({ id, ...to }: WebhookChange & { id: number }) => sent<WebhookView>("PATCH", API.webhooks.one(id), to),
		onSuccess: (changed) => know((all) => all.map((each) => (each.id === changed.id ? changed : each))),
		onError,
	});
	const roll = useMutation({
		mutationFn: (id: number) => sent<RolledSecret>("POST", API.webhooks.secret(id), {}),
		onSuccess: ({ previousUntil }, id) =>
			know((all) => all.map((each) => (each.id === id ? { ...each, previousSecretUntil: previousUntil } : each))),
		onError,
		gcTime: 0,
	});
	const remove = useMutation({
		mutationFn: async (id: number) => {
			try {
				await apiRequest("DELETE", API.webhooks.one(id));
			} catch (error) {
				if (!(error instanceof ApiError) || error.code !== "webhook_not_found") throw error;
			}
		},
		onSuccess: (_, id) => know((all) => all.filter((each) => each.id !== id)),
		onError,
	});
	const test = useMutation({
		mutationFn: (id: number) => apiRequest("POST", API.webhooks.test(id), {}),
		onSettled: readAgain,
	});
	const again = useMutation({
		mutationFn: ({ id, delivery }: { id: number; delivery: number }) =>
			apiRequest("POST", API.webhooks.again(id, delivery), {}),
		onSettled: readAgain,
	});
	return { make, change, roll, remove, test, again };
}

async function sent<T>(method: "POST" | "PATCH", path: string, body: object): Promise<T> {
	return (await (await apiRequest(method, path, body)).json()) as T;
}
