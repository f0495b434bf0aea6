import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { toast } from "#client/components/toast/use-toast.ts";
import { signInUrl, useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { apiRequest } from "#client/lib/api-client.ts";
import { paths } from "#client/lib/paths.ts";
import { API } from "#shared/api-paths.ts";
import type { PlanId } from "#shared/plans/plan.ts";
import { type ChosenPlan, keepChosenPlan, takeChosenPlan } from "./chosen-plan.ts";

/**
 * Starts the checkout of a plan: signs the person in first, or sends them to onboarding, keeping the choice
 * meanwhile. `pendingPlanId` is the plan whose checkout is being opened.
 */
export function useCheckout(): { subscribe: (choice: ChosenPlan) => void; pendingPlanId: PlanId | null } {
	const { user } = useCurrentUser();
	const [, navigate] = useLocation();
	// The button is disabled only with the next render: the second half of a double click comes before.
	const isOpening = useRef(false);
	const { mutate, reset, variables, isPending, isSuccess } = useMutation({
		mutationFn: openCheckout,
		onSuccess: ({ url }) => window.location.assign(url),
		onError: (error) =>
			toast({ title: "Error", description: "Could not process the subscription", variant: "destructive", error }),
	});

	useEffect(() => {
		// Back from the checkout page, the browser may bring this page back as it was left: still working.
		const wakeUp = (event: PageTransitionEvent) => {
			if (!event.persisted) return;
			isOpening.current = false;
			reset();
		};
		window.addEventListener("pageshow", wakeUp);
		return () => window.removeEventListener("pageshow", wakeUp);
	}, [reset]);

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
			isOpening.current = true;
			mutate(choice);
		}
	}

	return { subscribe, pendingPlanId: isPending || isSuccess ? variables.planId : null };
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

async function openCheckout(choice: ChosenPlan): Promise<{ url: string }> {
	const response = await apiRequest("POST", API.subscriptions.checkout, choice);
	return (await response.json()) as { url: string };
}
