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

/** The user's subscription. A failed look-up is only logged to the console: it counts as none. */
export const activeSubscriptionQuery = queryOptions({
	queryKey: ["subscriptions", "active"],
	staleTime: FRESH_FOR_MS,
	queryFn: async () => {
		try {
			if (readStored("session", AT_STRIPE) === null) return await apiGet<ActiveSubscription>(API.subscriptions.active);
			const verified = await verifiedSubscription("");
			// Only now: a page that is left before the answer has come leaves the question to the next one.
			removeStored("session", AT_STRIPE);
			return verified;
		} catch (error) {
			logFailure("The subscription could not be looked up.", error);
			throw error;
		}
	},
});

/**
 * The person's subscription as Stripe has it now, for anyone who comes back from one of its pages: its events may be late.
 * `sessionId` is that of the checkout; empty after any other page.
 */
export function verifiedSubscription(sessionId: string): Promise<ActiveSubscription> {
	return apiGet<ActiveSubscription>(`${API.subscriptions.active}?session_id=${encodeURIComponent(sessionId)}`);
}

/** Kept by this tab from the moment in which it is sent to Stripe's page until it is back. */
const AT_STRIPE = "visualink.at-stripe";

/**
 * Notes that this tab is being sent to a page of Stripe's, so that the first screen afterwards, be it reached by the
 * browser's own Back button, shows what Stripe has (P264).
 */
export function rememberLeavingForStripe(): void {
	writeStored("session", AT_STRIPE, "1");
}

/** What is charged next and to which card, as Stripe has it now. */
export const subscriptionDetailsQuery = queryOptions({
	queryKey: ["subscriptions", "details"],
	staleTime: FRESH_FOR_MS,
	queryFn: () => apiGet<SubscriptionDetails>(API.subscriptions.details),
});

/** What Stripe owes the person, for their next invoices; with and without a subscription. */
export const creditQuery = queryOptions({
	queryKey: ["subscriptions", "credit"],
	staleTime: FRESH_FOR_MS,
	queryFn: () => apiGet<CreditAnswer>(API.subscriptions.credit),
});

type SubscriptionState = {
	/** Whether the subscription is valid now, as the server judges it. */
	isActive: boolean;
	/** What the person is to billing (P570): every button and screen goes by it. */
	standing: Standing;
	/** The subscription that every button acts on; null without one, and while a payment is owed. */
	subscription: ClientSubscription | null;
	/** Other valid ones next to it; normally none (P128). */
	alsoPaying: ActiveSubscription["alsoPaying"];
	/** What that payment is about (P261); null where none failed. */
	pastDue: PastDue | null;
	/** While it is not known yet; a signed-out visitor has none at once. */
	isLoading: boolean;
	isError: boolean;
	/** Why the last look-up failed; null where it did not. */
	error: Error | null;
};

/** A subscription with a failed payment; `owed` is null while the amount is unknown. */
export type PastDue = { subscription: ClientSubscription; openInvoices: ActiveSubscription["openInvoices"] };

/** The signed-in person's subscription; asked for only when someone is signed in. */
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

/**
 * What is said while it is not known who is here. A part of a pre-rendered page that is taken over late must show what
 * its HTML does, even where the answer has come meanwhile.
 */
const UNKNOWN = {
	isActive: false,
	standing: "none",
	subscription: null,
	alsoPaying: [],
	pastDue: null,
	isError: false,
	error: null,
} satisfies Partial<SubscriptionState>;

/** A change of the subscription that has no choices; afterwards it is read again. The caller shows the toasts. */
type Answer = { hasEnded?: boolean };
type Callbacks = { onDone?: (answer: Answer) => void; onFailed?: (error: Error) => void };

/**
 * A change of the subscription that has no choices; afterwards it is read again. The caller shows the toasts: by `callbacks`
 * where what was pressed may be gone by then.
 */
export function useSubscriptionChange(change: SubscriptionChange, callbacks: Callbacks = {}) {
	const queryClient = useQueryClient();
	return useMutation({
		/** `onChecking` comes where the outcome takes long: a dialog would keep the toast from being read. */
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

/** Reads again what is known of the subscription. */
export function readAnew(queryClient: QueryClient): Promise<void> {
	void queryClient.invalidateQueries(subscriptionDetailsQuery);
	void queryClient.invalidateQueries(creditQuery);
	return queryClient.invalidateQueries(activeSubscriptionQuery);
}

const NO_INVOICES_YET = { title: "No invoices yet", description: "They appear here after your first payment." };

/** Goes to a page of Stripe's: that of invoices and cards, of only the card, or of the failed payment. */
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
