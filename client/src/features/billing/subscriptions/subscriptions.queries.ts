import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { ApiError, apiGet, apiRequest } from "#client/lib/api-client.ts";
import { logFailure } from "#client/lib/log.ts";
import { readStored, removeStored, writeStored } from "#client/lib/storage.ts";
import { useWakeUp } from "#client/lib/use-wake-up.ts";
import type {
	ActiveSubscription,
	ClientSubscription,
	CreditAnswer,
	Standing,
	SubscriptionDetails,
} from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import { cameOf, hasEnded, mayBeDone, type SubscriptionChange } from "./change/came-of-change.ts";

const FRESH_FOR_MS = 5 * 60_000;

/** The user's subscription. A failed lookup is only logged, and counts as none. */
export const activeSubscriptionQuery = queryOptions({
	queryKey: ["subscriptions", "active"],
	staleTime: FRESH_FOR_MS,
	queryFn: async () => {
		try {
			if (readStored("session", AT_STRIPE) === null) return await apiGet<ActiveSubscription>(API.subscriptions.active);
			const verified = await verifiedSubscription("");
			// Only now: if a page is left before the response, the next page asks.
			removeStored("session", AT_STRIPE);
			return verified;
		} catch (error) {
			logFailure("The subscription could not be looked up.", error);
			throw error;
		}
	},
});

/** Reads from Stripe, because events may be late. `sessionId` is the checkout's; empty after other pages. */
export function verifiedSubscription(sessionId: string): Promise<ActiveSubscription> {
	return apiGet<ActiveSubscription>(`${API.subscriptions.active}?session_id=${encodeURIComponent(sessionId)}`);
}

/** Set in this tab's storage from leaving for Stripe's page until the return. */
const AT_STRIPE = "visualink.at-stripe";

/** The next screen, even by the Back button, then asks Stripe (P264). */
export function rememberLeavingForStripe(): void {
	writeStored("session", AT_STRIPE, "1");
}

export const subscriptionDetailsQuery = queryOptions({
	queryKey: ["subscriptions", "details"],
	staleTime: FRESH_FOR_MS,
	queryFn: () => apiGet<SubscriptionDetails>(API.subscriptions.details),
});

export const creditQuery = queryOptions({
	queryKey: ["subscriptions", "credit"],
	staleTime: FRESH_FOR_MS,
	queryFn: () => apiGet<CreditAnswer>(API.subscriptions.credit),
});

type SubscriptionState = {
	isActive: boolean;
	/** The user's billing state (P570), on which every button and screen depends. */
	standing: Standing;
	/** The subscription that every button acts on; null without one, and while past due. */
	subscription: ClientSubscription | null;
	/** Other valid ones; normally none (P128). */
	alsoPaying: ActiveSubscription["alsoPaying"];
	/** The past-due subscription (P261), or null. */
	pastDue: PastDue | null;
	/** False at once for a signed-out visitor. */
	isLoading: boolean;
	isError: boolean;
	/** The last lookup's error, or null. */
	error: Error | null;
};

/** A subscription with a failed payment; `openInvoices` is null while the amount is unknown. */
export type PastDue = { subscription: ClientSubscription; openInvoices: ActiveSubscription["openInvoices"] };

export function useActiveSubscription(): SubscriptionState {
	const { user, isLoading: isUserLoading } = useCurrentUser();
	const query = useQuery({ ...activeSubscriptionQuery, enabled: user !== null });
	if (user === null) return { ...UNKNOWN, isLoading: isUserLoading };
	const { data, isPending, isError, error } = query;
	const standing = data?.standing ?? "none";
	const pastDue = pastDueOf(data);
	return {
		isActive: data?.active === true,
		standing,
		subscription: pastDue ? null : (data?.subscription ?? null),
		alsoPaying: data?.alsoPaying ?? [],
		pastDue,
		isLoading: isPending,
		isError,
		error,
	};
}

function pastDueOf(data: ActiveSubscription | undefined): PastDue | null {
	if (data?.standing !== "owing" || !data.subscription) return null;
	return { subscription: data.subscription, openInvoices: data.openInvoices };
}

/** Late-hydrated parts must match the prerendered HTML, even if the response has arrived. */
const UNKNOWN = {
	isActive: false,
	standing: "none",
	subscription: null,
	alsoPaying: [],
	pastDue: null,
	isError: false,
	error: null,
} satisfies Partial<SubscriptionState>;

type Answer = { hasEnded?: boolean };
type Callbacks = { onDone?: (answer: Answer) => void; onFailed?: (error: Error) => void };

/** The caller shows the toasts, through `callbacks` if the pressed button may be gone. */
export function useSubscriptionChange(change: SubscriptionChange, callbacks: Callbacks = {}) {
	const queryClient = useQueryClient();
	return useMutation({
		/** `onChecking` runs if the outcome takes long, because a dialog would hide the toast from screen readers. */
		mutationFn: async ({ onChecking }: { onChecking?: (() => void) | undefined }): Promise<Answer> => {
			try {
				return await (await apiRequest("POST", API.subscriptions[change])).json();
			} catch (error) {
				if (!mayBeDone(error)) throw error;
				onChecking?.();
				toast({ title: "Just a moment", description: "This may already be done. We're checking" });
				const { active, isDone } = await cameOf(change);
				if (isDone) return { hasEnded: hasEnded(active) };
				queryClient.setQueryData(activeSubscriptionQuery.queryKey, active);
				throw error;
			}
		},
		onSuccess: (answer) => {
			callbacks.onDone?.(answer);
			return readAnew(queryClient);
		},
		...(callbacks.onFailed && { onError: callbacks.onFailed }),
	});
}

export function readAnew(queryClient: QueryClient): Promise<void> {
	void queryClient.invalidateQueries(subscriptionDetailsQuery);
	void queryClient.invalidateQueries(creditQuery);
	return queryClient.invalidateQueries(activeSubscriptionQuery);
}

const NO_INVOICES_YET = { title: "No invoices yet", description: "They appear here after your first payment." };

/** Opens a Stripe page: invoices and cards, only the card, or the failed payment. */
export function usePageAtStripe(page: "portal" | "cardPage" | "paymentPage") {
	const queryClient = useQueryClient();
	const call = useMutation({
		mutationFn: async () => (await (await apiRequest("POST", API.subscriptions[page])).json()) as { url: string },
		onSuccess: ({ url }) => {
			rememberLeavingForStripe();
			window.location.assign(url);
		},
		onError: (error) => {
			if (page === "portal" && error instanceof ApiError && error.status === 404) {
				const isGone = error.code === "customer_deleted";
				toast(isGone ? { title: "No invoices", description: error.serverMessage } : NO_INVOICES_YET);
				return;
			}
			toastFailure("Could not open Stripe's page", error);
		},
	});
	useWakeUp(() => {
		call.reset();
		void queryClient.invalidateQueries({ queryKey: ["subscriptions"] });
	});
	return call;
}
