import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { signInUrl, useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { ApiError, apiRequest } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import { useWakeUp } from "#client/lib/use-wake-up.ts";
import type { PlanId } from "#shared/billing/plans/plan.ts";
import type { CheckoutRequest, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { API } from "#shared/platform/api-paths.ts";
import type { ErrorKind } from "#shared/platform/error-codes.ts";
import { cameOf, isPlan, mayBeDone } from "../change/came-of-change.ts";
import { activeSubscriptionQuery, rememberLeavingForStripe, useActiveSubscription } from "../subscriptions.queries.ts";
import { type ChosenPlan, keepChosenPlan, takeChosenPlan } from "./chosen-plan.ts";

/** A subscriber's requested plan change, and its confirmation once the terms are shown (P258). */
export type AskedChange = {
	/** The requested plan, or null. */
	choice: ChosenPlan | null;
	note: string | null;
	confirm: (said: PlanChangePreview) => void;
	leave: () => void;
	isPending: boolean;
};

/** A plan change that waits for a payment: a failed one (P261), or its own (P561). */
export type RefusedPayment = { refused: Refusal | null; leave: () => void };

type Checkout = {
	subscribe: (choice: ChosenPlan) => void;
	pendingPlanId: PlanId | null;
	change: AskedChange;
	payment: RefusedPayment;
};

type Wish = ChosenPlan & Partial<Pick<CheckoutRequest, "takeBack" | "confirmed" | "agreed">>;
type Refusal = { kind: ErrorKind; message: string };
type Asked = { choice: ChosenPlan; refused: Refusal | null };

/** Signs the user in or onboards them first, storing the choice meanwhile. `change` is a subscriber's request. */
export function useCheckout(): Checkout {
	const { user } = useCurrentUser();
	const { subscription } = useActiveSubscription();
	const queryClient = useQueryClient();
	const [, navigate] = useLocation();
	const [asked, setAsked] = useState<Asked | null>(null);
	// The button is disabled only with the next render, after the second half of a double click.
	const isOpening = useRef(false);
	const { mutate, reset, variables, isPending, isSuccess } = useMutation({
		mutationFn: async (wish: Wish): Promise<{ url: string }> => {
			try {
				return await openCheckout(wish);
			} catch (error) {
				if (!wish.confirmed || !mayBeDone(error)) throw error;
				setAsked(null);
				toast({ title: "Just a moment", description: "This may already be done. We're checking" });
				const { active, isDone } = await cameOf(wish);
				queryClient.setQueryData(activeSubscriptionQuery.queryKey, active);
				if (!isDone) throw error;
				return { url: isPlan(wish, active.subscription) ? paths.paymentSuccess : paths.plannedChange };
			}
		},
		onSuccess: ({ url }) => {
			rememberLeavingForStripe();
			window.location.assign(url);
		},
		onError: (error, { planId, isAnnual }) => {
			isOpening.current = false;
			const choice = { planId, isAnnual };
			if (error instanceof ApiError && error.kind && NEEDS_A_WORD.has(error.kind)) {
				// Our view of the subscription was outdated.
				void queryClient.invalidateQueries({ queryKey: ["subscriptions"] });
				setAsked({ choice, refused: { kind: error.kind, message: error.serverMessage } });
				return;
			}
			setAsked(null);
			toastFailure("Could not process the subscription", error);
		},
	});

	useWakeUp(() => {
		isOpening.current = false;
		setAsked(null);
		reset();
		void queryClient.invalidateQueries({ queryKey: ["subscriptions"] });
	});

	function open(wish: Wish): void {
		if (isOpening.current) return;
		isOpening.current = true;
		mutate(wish);
	}

	function subscribe(choice: ChosenPlan): void {
		if (isOpening.current) return;
		if (user === null) {
			keepChosenPlan(choice);
			window.location.assign(signInUrl(paths.pricing));
		} else if (user.needsConsent) {
			keepChosenPlan(choice);
			toast({ title: "Onboarding required", description: "Please complete your profile to subscribe" });
			navigate(paths.onboarding);
		} else if (subscription) {
			setAsked({ choice, refused: null });
		} else {
			open(choice);
		}
	}

	const isWorking = isPending || isSuccess;
	const leave = () => setAsked(null);
	const refused = asked?.refused ?? null;
	const isAboutPayment = refused !== null && ABOUT_PAYMENT.has(refused.kind);
	return {
		subscribe,
		pendingPlanId: isWorking ? variables.planId : null,
		change: {
			choice: asked && !isAboutPayment ? asked.choice : null,
			// The dialog itself explains the other refusals.
			note: refused?.kind === "confirmation_required" && variables?.agreed ? refused.message : null,
			confirm: (said) => asked && open({ ...asked.choice, ...confirmed(said) }),
			leave,
			isPending: isWorking,
		},
		payment: { refused: isAboutPayment ? refused : null, leave },
	};
}

function confirmed({ takesBack, amounts }: PlanChangePreview): Omit<Wish, keyof ChosenPlan> {
	const { today: amount = 0, prorationDate = null } = amounts ?? {};
	const takeBack = takesBack !== null;
	return { takeBack, confirmed: true, ...(prorationDate !== null && { agreed: { amount, prorationDate } }) };
}

const ABOUT_PAYMENT = new Set<ErrorKind>(["payment_owed", "card_declined"]);
/** Refusals that ask for a confirmation the user hasn't seen. */
const NEEDS_A_WORD = new Set<ErrorKind>(["take_back_required", "confirmation_required", ...ABOUT_PAYMENT]);

/** Resumes the plan chosen before sign-in or onboarding, once the user may subscribe. */
export function useResumedCheckout({ subscribe, isEnabled }: ResumeOptions): void {
	const { user } = useCurrentUser();
	const maySubscribe = isEnabled && user?.needsConsent === false;

	// biome-ignore lint/correctness/useExhaustiveDependencies: once, when the person may subscribe
	useEffect(() => {
		const choice = maySubscribe && takeChosenPlan();
		if (choice) subscribe(choice);
	}, [maySubscribe]);
}

type ResumeOptions = { subscribe: (choice: ChosenPlan) => void; isEnabled: boolean };

async function openCheckout(wish: Wish): Promise<{ url: string }> {
	const response = await apiRequest("POST", API.subscriptions.checkout, wish);
	return (await response.json()) as { url: string };
}
