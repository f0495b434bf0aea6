import { useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { PlanGrid } from "#client/features/plans/plan-grid.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { useCheckout, useResumedCheckout } from "#client/features/subscriptions/use-checkout.ts";

/** The plans for the person who looks at them, each with its way to the checkout. */
export function PlanChooser({ resumesCheckout }: { resumesCheckout: "yes" | "no" }) {
	const { user } = useCurrentUser();
	const { subscription, isLoading } = useActiveSubscription();
	const { subscribe, pendingPlanId } = useCheckout();
	useResumedCheckout({ subscribe, isEnabled: resumesCheckout === "yes" });
	return (
		<PlanGrid
			isSignedIn={user !== null}
			currentPlanId={subscription?.planId ?? null}
			isLoading={isLoading}
			pendingPlanId={pendingPlanId}
			onChoose={subscribe}
		/>
	);
}
