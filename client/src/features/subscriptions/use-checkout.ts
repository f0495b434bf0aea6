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
import { rememberLeavingForStripe } from "./subscriptions.queries.ts";

/** What would be taken back by the change that was asked for, and the person's answer to that (P127). */
export type TakeBack = {
	/** What the server says would be taken back; null while there is nothing to ask. */
	question: string | null;
	confirm: () => void;
	leave: () => void;
	isPending: boolean;
};

type Checkout = {
	subscribe: (choice: ChosenPlan) => void;
	/** The plan whose checkout is being opened. */
	pendingPlanId: PlanId | null;
	takeBack: TakeBack;
};

type Wish = ChosenPlan & { takeBack?: true };

/**
 * Starts the checkout of a plan: signs the person in first, or sends them to onboarding, keeping the choice
 * meanwhile. Where a cancellation or a planned change stands in its way, `takeBack` holds the question.
 */
export function useCheckout(): Checkout {
	const { user } = useCurrentUser();
	const queryClient = useQueryClient();
	const [, navigate] = useLocation();
	const [asked, setAsked] = useState<{ question: string; choice: ChosenPlan } | null>(null);
	// The button is disabled only with the next render: the second half of a double click comes before.
	const isOpening = useRef(false);
	const { mutate, reset, variables, isPending, isSuccess } = useMutation({
		mutationFn: openCheckout,
		onSuccess: ({ url }) => {
			rememberLeavingForStripe();
			window.location.assign(url);
		},
		onError: (error, { takeBack: _, ...choice }) => {
			isOpening.current = false;
			if (error instanceof ApiError && error.kind === "take_back_required") {
				setAsked({ question: error.serverMessage, choice });
				return;
			}
			setAsked(null);
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
	return {
		subscribe,
		pendingPlanId: isWorking ? variables.planId : null,
		takeBack: {
			question: asked?.question ?? null,
			confirm: () => asked && open({ ...asked.choice, takeBack: true }),
			leave: () => setAsked(null),
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
