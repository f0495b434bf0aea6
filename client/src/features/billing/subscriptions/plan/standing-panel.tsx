import { ButtonLink } from "#client/components/ui/button.tsx";
import { Card } from "#client/components/ui/card.tsx";
import { paths } from "#client/lib/paths.ts";
import type { ClientSubscription, Standing } from "#shared/billing/subscriptions/subscription.ts";
import { PlanStatus } from "./plan-status.tsx";
import { StandingTerms } from "./standing-terms.tsx";

type StandingPanelProps = { isActive: boolean; standing: Standing; subscription: ClientSubscription };

/** A trial, a pause, or an end by our clock, shown above the plans with the next step (P571). */
export function StandingPanel({ isActive, standing, subscription }: StandingPanelProps) {
	return (
		<Card className="flex flex-col items-start gap-4 p-5 sm:p-6">
			<div className="flex flex-col gap-1">
				<h2 className="text-xl">{subscription.plan.name}</h2>
				<div className="font-semibold">
					<PlanStatus standing={standing} subscription={subscription} />
				</div>
				<StandingTerms {...{ isActive, standing, subscription }} />
			</div>
			<ButtonLink href={isActive ? paths.subscription : paths.account} size="sm">
				See your subscription
			</ButtonLink>
		</Card>
	);
}
