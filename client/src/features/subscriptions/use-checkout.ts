import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";
import { signInUrl, useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { ApiError, apiRequest } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import { useWakeUp } from "#client/lib/use-wake-up.ts";
import { API } from "#shared/api-paths.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import { type ChosenPlan, keepChosenPlan, takeChosenPlan } from "./chosen-plan.ts";
import { readAnew, rememberLeavingForStripe } from "./subscriptions.queries.ts";

/** What would be taken back by the change that was asked for, and the person's answer to that (P127). */
export type TakeBack = {
	/** What the server says would be taken back; null while there is nothing to ask. */
	question: string | null;
	confirm: () => void;
	leave: () => void;
	isPending: boolean;
};

/** The same about a payment that failed, and comes before another plan (P261). */
export type OwedQuestion = { question: string | null; end: () => void; leave: () => void; isPending: boolean };

type Checkout = {
	subscribe: (choice: ChosenPlan) => void;
	/** The plan whose checkout is being opened. */
	pendingPlanId: PlanId | null;
	takeBack: TakeBack;
	owed: OwedQuestion;
};

type Wish = ChosenPlan & { takeBack?: true; endOwed?: true };
type Asked = { kind: "take_back_required" | "payment_owed"; question: string; choice: ChosenPlan };

/**
 * Starts the checkout of a plan: signs the person in first, or sends them to onboarding, keeping the choice
 * meanwhile. Where a cancellation or a planned change stands in its way, `takeBack` holds the question.
 */
export function useCheckout(): Checkout {
	const { user } = useCurrentUser();
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
			const kind = error instanceof ApiError ? error.kind : null;
			if (error instanceof ApiError && (kind === "take_back_required" || kind === "payment_owed")) {
				setAsked({ kind, question: error.serverMessage, choice: { planId, isAnnual } });
				// The screen may not know yet that a payment failed, or that it is another one.
				if (kind === "payment_owed") void readAnew(queryClient);
				return;
			}
			setAsked(null);
			// It may have ended before what failed.
			if (endOwed) void readAnew(queryClient);
			toast({ title: "Error", description: "Could not process the subscription", variant: "destructive", error });
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
		} else {
			open(choice);
		}
	}

	const isWorking = isPending || isSuccess;
	const questionOf = (kind: Asked["kind"]) => (asked?.kind === kind ? asked.question : null);
	const leave = () => setAsked(null);
	return {
		subscribe,
		pendingPlanId: isWorking ? variables.planId : null,
		takeBack: {
			question: questionOf("take_back_required"),
			confirm: () => asked && open({ ...asked.choice, takeBack: true }),
			leave,
			isPending: isWorking,
		},
		owed: {
			question: questionOf("payment_owed"),
			end: () => asked && open({ ...asked.choice, endOwed: true }),
			leave,
			isPending: isWorking,
		},
	};
}

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
