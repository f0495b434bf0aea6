import { useQuery } from "@tanstack/react-query";
import { Button } from "#client/components/ui/button.tsx";
import { formatDate } from "#client/lib/format.ts";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import { afterCredit } from "#shared/billing/subscriptions/credit-words.ts";
import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { formatMoney } from "#shared/platform/format.ts";
import { useCheckout } from "../checkout/use-checkout.ts";
import { creditQuery, subscriptionDetailsQuery } from "../subscriptions.queries.ts";
import { ChangePlanDialog } from "./change-plan-dialog.tsx";
import { KeepPlanButton } from "./keep-plan-button.tsx";

/** Offers a dropped change again, with the charge otherwise (P260). */
export function DroppedChange({ subscription }: { subscription: ClientSubscription }) {
	const { subscribe, pendingPlanId, change } = useCheckout();
	const { data } = useQuery(subscriptionDetailsQuery);
	const credit = useQuery(creditQuery).data?.credit;
	const { droppedChange: dropped } = subscription;
	if (!dropped || !isPlanId(dropped.planId)) return null;
	const { planId, isAnnual } = dropped;
	const interval = isAnnual ? "yearly billing" : "monthly billing";
	const what = planId === subscription.planId ? interval : dropped.plan.name;
	const renewal = data?.renewal;
	return (
		<div className="flex flex-col gap-3 border-t bg-sunken px-6 py-4">
			<p className="font-medium">Your change to {what} was dropped. Plan it again?</p>
			{renewal && (
				<p className="text-sm text-muted">
					Otherwise your next renewal is {formatMoney(renewal.amount, renewal.currency)} on {formatDate(renewal.at)}
					{afterCredit(credit)}.
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button size="sm" isBusy={pendingPlanId !== null} onClick={() => subscribe({ planId, isAnnual })}>
					Plan again
				</Button>
				<KeepPlanButton subscription={subscription} />
			</div>
			<ChangePlanDialog change={change} subscription={subscription} />
		</div>
	);
}
