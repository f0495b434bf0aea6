import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { formatMoney } from "#shared/platform/format.ts";
import { pastDueFor } from "../past-due/past-due.tsx";
import { type PastDue, useActiveSubscription } from "../subscriptions.queries.ts";
import { PlanStatus, plannedChangeText } from "./plan-status.tsx";
import { SoonLine } from "./soon-line.tsx";

export function SubscriptionSummary() {
	const { standing, subscription, pastDue, isLoading } = useActiveSubscription();
	if (isLoading) return <Skeleton className="mb-2 h-[4.25rem]" />;
	const planned = subscription && plannedChangeText(subscription);
	return (
		<div className="mb-2 rounded-control border bg-paper px-3 py-2.5">
			<p className="font-semibold">
				{subscription?.plan.name ?? (pastDue ? headline(pastDue.openInvoices) : "No active subscription")}
			</p>
			<div className="text-sm text-muted">
				{subscription && <PlanStatus standing={standing} subscription={subscription} />}
				{planned && (
					<p>
						{planned}
						<SoonLine at={subscription.plannedChange?.at} />
					</p>
				)}
				{pastDue && <p>{pastDueFor(pastDue)}</p>}
				{!subscription && !pastDue && <p>Choose a plan to create links</p>}
			</div>
		</div>
	);
}

function headline(openInvoices: PastDue["openInvoices"]): string {
	return openInvoices
		? `Payment of ${formatMoney(openInvoices.amount, openInvoices.currency)} failed`
		: "Payment failed";
}
