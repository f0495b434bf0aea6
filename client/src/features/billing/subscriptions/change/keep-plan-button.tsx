import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import { useSubscriptionChange } from "../subscriptions.queries.ts";
import { ChangeButton } from "./change-button.tsx";

/** Cancels a planned change, or dismisses the offer of a dropped one. */
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
