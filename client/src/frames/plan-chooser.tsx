import { lazy, Suspense } from "react";
import { useCurrentUser } from "#client/features/auth/auth.queries.ts";
import { PlanGrid } from "#client/features/plans/plan-grid.tsx";
import { useActiveSubscription } from "#client/features/subscriptions/subscriptions.queries.ts";
import { useCheckout, useResumedCheckout } from "#client/features/subscriptions/use-checkout.ts";

/** Few people ever see it, and none of them on the first look at a page. */
const TakeBackDialog = lazy(async () => ({
	default: (await import("#client/features/subscriptions/take-back-dialog.tsx")).TakeBackDialog,
}));

const OwedDialog = lazy(async () => ({
	default: (await import("#client/features/subscriptions/owed-dialog.tsx")).OwedDialog,
}));

/** The plans for the person who looks at them, each with its way to the checkout. */
export function PlanChooser({ resumesCheckout }: { resumesCheckout: "yes" | "no" }) {
	const { user } = useCurrentUser();
	const { subscription, paymentFailed, isLoading } = useActiveSubscription();
	const { subscribe, pendingPlanId, takeBack, owed } = useCheckout();
	useResumedCheckout({ subscribe, isEnabled: resumesCheckout === "yes" });
	return (
		<>
			<PlanGrid
				isSignedIn={user !== null}
				current={subscription}
				isLoading={isLoading}
				pendingPlanId={pendingPlanId}
				isQuiet={paymentFailed}
				onChoose={subscribe}
			/>
			{takeBack.question !== null && (
				<Suspense>
					<TakeBackDialog takeBack={takeBack} />
				</Suspense>
			)}
			{owed.question !== null && (
				<Suspense>
					<OwedDialog owed={owed} />
				</Suspense>
			)}
		</>
	);
}
