import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { useSubscriptionChange } from "../subscriptions.queries.ts";
import { ChangeButton } from "./change-button.tsx";

/** Drops the planned change, or the offer to plan it again. */
export function KeepPlanButton({ subscription }: { subscription: ClientSubscription }) {
	return (
		<ChangeButton
			change={useSubscriptionChange("keepPlan")}
			done={{ title: "Plan kept", description: `You stay on ${subscription.plan.name}` }}
			failed="Could not keep your plan"
			variant="secondary"
			size="sm"
		>
			Keep my plan
		</ChangeButton>
	);
}
