import { lazy, Suspense } from "react";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { PlanGrid } from "#client/features/plans/plan-grid.tsx";
import { useCheckout, useResumedCheckout } from "#client/features/subscriptions/checkout/use-checkout.ts";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";

/** Only for subscribers, and not needed when a page loads. */
const ChangePlanDialog = lazy(async () => ({
	default: (await import("#client/features/subscriptions/change/change-plan-dialog.tsx")).ChangePlanDialog,
}));
const ChangeLine = lazy(async () => ({
	default: (await import("#client/features/subscriptions/change/change-line.tsx")).ChangeLine,
}));

const PaymentDialog = lazy(async () => ({
	default: (await import("#client/features/subscriptions/change/payment-dialog.tsx")).PaymentDialog,
}));

/** The plans for the person who looks at them, each with its way to the checkout. */
export function PlanChooser({ resumesCheckout }: { resumesCheckout: "yes" | "no" }) {
	const { user } = useCurrentUser();
	const { subscription, paymentFailed, isLoading } = useActiveSubscription();
	const { subscribe, pendingPlanId, change, payment } = useCheckout();
	useResumedCheckout({ subscribe, isEnabled: resumesCheckout === "yes" && !isLoading });
	return (
		<>
			<PlanGrid
				isSignedIn={user !== null}
				current={subscription}
				isLoading={isLoading}
				pendingPlanId={pendingPlanId}
				isQuiet={paymentFailed}
				onChoose={subscribe}
				describeChange={
					subscription &&
					((choice) => (
						<Suspense fallback={<Skeleton className="mx-auto mt-2 h-5 w-48" />}>
							<ChangeLine subscription={subscription} {...choice} />
						</Suspense>
					))
				}
			/>
			{change.choice !== null && (
				<Suspense>
					<ChangePlanDialog change={change} subscription={subscription} />
				</Suspense>
			)}
			{payment.refused !== null && (
				<Suspense>
					<PaymentDialog {...payment} />
				</Suspense>
			)}
		</>
	);
}
