import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { toast, toastFailure } from "#client/components/toast/use-toast.ts";
import { signInUrl, useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { ApiError, apiRequest } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import { useWakeUp } from "#client/lib/use-wake-up.ts";
import { API } from "#shared/api-paths.ts";
import type { ErrorKind } from "#shared/error-codes.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import { readAnew, rememberLeavingForStripe, useActiveSubscription } from "../subscriptions.queries.ts";
import { type ChosenPlan, keepChosenPlan, takeChosenPlan } from "./chosen-plan.ts";

/** The change of plan that a subscriber asked for, and how they confirm it once they know its terms (P258). */
export type AskedChange = {
	/** The plan that was asked for; null while there is nothing to ask. */
	choice: ChosenPlan | null;
	confirm: (said: { takeBack: boolean }) => void;
	leave: () => void;
	isPending: boolean;
};

/** The question about a payment that failed, and comes before another plan (P261). */
export type OwedQuestion = { question: string | null; end: () => void; leave: () => void; isPending: boolean };

type Checkout = {
	subscribe: (choice: ChosenPlan) => void;
	/** The plan whose checkout is being opened. */
	pendingPlanId: PlanId | null;
	change: AskedChange;
	owed: OwedQuestion;
};

type Wish = ChosenPlan & { takeBack?: boolean; confirmed?: true; endOwed?: true };
/** `owed`: the server's message about a failed payment; null for the terms of a change. */
type Asked = { choice: ChosenPlan; owed: string | null };

/**
 * Starts the checkout of a plan: signs the person in first, or sends them to onboarding, keeping the choice
 * meanwhile. A subscriber is asked first: `change` holds what they asked for.
 */
export function useCheckout(): Checkout {
	const { user } = useCurrentUser();
	const { subscription } = useActiveSubscription();
	const queryClient = useQueryClient();
	const [, navigate] = useLocation();
	const [asked, setAsked] = useState<Asked | null>(null);
	// The button is disabled only with the next render: the second half of a double click comes before.
	const isOpening = useRef(false);
	const { mutate, reset, variables, isPending, isSuccess } = useMutation({
		mutationFn: openCheckout,
		onSuccess: ({ url }) => {
			rememberLeavingForStripe();
			window.location.assign(url);
		},
		onError: (error, { planId, isAnnual, endOwed }) => {
			isOpening.current = false;
			if (error instanceof ApiError && NEEDS_A_WORD.has(error.kind)) {
				// What we knew of the subscription was out of date.
				void queryClient.invalidateQueries({ queryKey: ["subscriptions"] });
				const owed = error.kind === "payment_owed" ? error.serverMessage : null;
				setAsked({ choice: { planId, isAnnual }, owed });
				return;
			}
			setAsked(null);
			// It may have ended before what failed.
			if (endOwed) void readAnew(queryClient);
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
			setAsked({ choice, owed: null });
		} else {
			open(choice);
		}
	}

	const isWorking = isPending || isSuccess;
	const leave = () => setAsked(null);
	return {
		subscribe,
		pendingPlanId: isWorking ? variables.planId : null,
		change: {
			choice: asked?.owed === null ? asked.choice : null,
			confirm: ({ takeBack }) => asked && open({ ...asked.choice, takeBack, confirmed: true }),
			leave,
			isPending: isWorking,
		},
		owed: {
			question: asked?.owed ?? null,
			end: () => asked && open({ ...asked.choice, endOwed: true }),
			leave,
			isPending: isWorking,
		},
	};
}

/** Refusals of a choice that the person has not been asked about. */
const NEEDS_A_WORD = new Set<ErrorKind | null>(["take_back_required", "confirmation_required", "payment_owed"]);

/** Goes on with the plan chosen before sign-in or onboarding, as soon as the person may subscribe. */
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
