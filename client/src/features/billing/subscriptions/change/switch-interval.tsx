import { Button } from "#client/components/ui/button.tsx";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { useCheckout } from "../checkout/use-checkout.ts";
import { ChangePlanDialog } from "./change-plan-dialog.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";

/** The way from one interval to the other (P129); nothing where that change is planned already. */
export function SwitchInterval({ subscription }: { subscription: ClientSubscription }) {
	const { planId, isAnnual, plannedChange } = subscription;
	const { subscribe, pendingPlanId, change, payment } = useCheckout();
	const isPlanned = plannedChange?.planId === planId && plannedChange.isAnnual !== isAnnual;
	if (isPlanned || !isPlanId(planId)) return null;
	return (
		<>
			<Button
				variant="secondary"
				isBusy={pendingPlanId !== null}
				onClick={() => subscribe({ planId, isAnnual: !isAnnual })}
			>
				{isAnnual ? "Switch to monthly" : "Switch to yearly"}
			</Button>
			<ChangePlanDialog change={change} subscription={subscription} />
			<PaymentDialog {...payment} />
		</>
	);
}
