import { lazy, type ReactNode, Suspense } from "react";
import { useCurrentUser } from "#client/features/account/auth/auth.queries.ts";
import { PlanGrid } from "#client/features/billing/plans/plan-grid.tsx";
import { ChangeLinePlace } from "#client/features/billing/subscriptions/change/change-line-place.tsx";
import { useCheckout, useResumedCheckout } from "#client/features/billing/subscriptions/checkout/use-checkout.ts";
import { useActiveSubscription } from "#client/features/billing/subscriptions/subscriptions.queries.ts";
import type { Standing } from "#shared/billing/subscriptions/subscription.ts";

/** Only subscribers need it, and not when the page loads. */
const ChangePlanDialog = lazy(async () => ({
	default: (await import("#client/features/billing/subscriptions/change/change-plan-dialog.tsx")).ChangePlanDialog,
}));
const ChangeLine = lazy(async () => ({
	default: (await import("#client/features/billing/subscriptions/change/change-line.tsx")).ChangeLine,
}));

const PaymentDialog = lazy(async () => ({
	default: (await import("#client/features/billing/subscriptions/change/payment-dialog.tsx")).PaymentDialog,
}));

export function PlanChooser({ resumesCheckout }: { resumesCheckout: "yes" | "no" }) {
	const { user } = useCurrentUser();
	const { standing, subscription, isLoading } = useActiveSubscription();
	const { subscribe, pendingPlanId, change, payment } = useCheckout();
	useResumedCheckout({ subscribe, isEnabled: resumesCheckout === "yes" && !isLoading });
	return (
		<>
			<PlanGrid
				isSignedIn={user !== null}
				current={subscription}
				isLoading={isLoading}
				pendingPlanId={pendingPlanId}
				isFixed={standing in FIXED}
				isQuiet={standing === "owing"}
				onChoose={subscribe}
				describeChange={
					subscription &&
					((choice) =>
						standing in FIXED ? (
							<FixedLine>{FIXED[standing]}</FixedLine>
						) : (
							<Suspense fallback={<ChangeLinePlace isShort={choice.choice.planId === subscription.planId} />}>
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

/** Payment states in which no other plan can be chosen (P571). */
const FIXED: Partial<Record<Standing, string>> = {
	trialing: "You can change after your trial",
	paused: "You can't change while paused",
};

function FixedLine({ children }: { children: ReactNode }) {
	return <p className="mt-2 min-h-10 text-center text-sm text-balance text-muted">{children}</p>;
}
