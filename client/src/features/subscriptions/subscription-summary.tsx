import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { PlanStatus, plannedChangeText } from "./plan-status.tsx";
import { SoonLine } from "./soon-line.tsx";
import { useActiveSubscription } from "./subscriptions.queries.ts";

/** The person's plan in two or three lines, for the menu under the avatar. */
export function SubscriptionSummary() {
	const { subscription, paymentFailed, isLoading } = useActiveSubscription();
	if (isLoading) return <Skeleton className="mb-2 h-[4.25rem]" />;
	const planned = subscription && plannedChangeText(subscription);
	return (
		<div className="mb-2 rounded-control border bg-paper px-3 py-2.5">
			<p className="font-semibold">{subscription ? subscription.plan.name : "No active subscription"}</p>
			<div className="text-sm text-muted">
				{subscription && <PlanStatus subscription={subscription} />}
				{planned && (
					<p>
						{planned}
						<SoonLine at={subscription.plannedChange?.at} />
					</p>
				)}
				{!subscription && <p>{paymentFailed ? "Your last payment failed" : "Pick a plan to create links"}</p>}
			</div>
		</div>
	);
}
