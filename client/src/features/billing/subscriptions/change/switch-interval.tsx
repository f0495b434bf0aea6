import { Button } from "#client/components/ui/button.tsx";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { useCheckout } from "../checkout/use-checkout.ts";
import { ChangePlanDialog } from "./change-plan-dialog.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";

/** Switches the billing interval (P129); nothing if that is already planned. */
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
