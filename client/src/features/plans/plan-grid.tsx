import { useEffect, useState } from "react";
import { toast } from "#client/components/toast/use-toast.ts";
import { Button } from "#client/components/ui/button.tsx";
import type { Plan } from "#shared/plans/plan.ts";
import { PLAN_IDS } from "#shared/plans/plan-ids.ts";
import { BillingToggle } from "./billing-toggle.tsx";
import { planAction } from "./plan-action.ts";
import { PlanCard, PlanCardSkeleton } from "./plan-card.tsx";
import { usePlans } from "./plans.queries.ts";

type PlanGridProps = {
	isSignedIn: boolean;
	currentPlanId: string | null;
	/** Whether the person's own plan is still being looked up. */
	isLoading: boolean;
	/** The plan whose checkout is being opened. */
	pendingPlanId: string | null;
	onChoose: (choice: { planId: Plan["id"]; isAnnual: boolean }) => void;
};

/** All plans with the billing toggle. */
export function PlanGrid({ isSignedIn, currentPlanId, isLoading, pendingPlanId, onChoose }: PlanGridProps) {
	const [isAnnual, setIsAnnual] = useState(true);
	const { data: plans, error, isError, isFetching, refetch } = usePlans();

	useEffect(() => {
		if (!isError) return;
		toast({ title: "Error", description: "Could not load subscription plans", variant: "destructive", error });
	}, [isError, error]);

	if (isError) {
		return (
			<div className="flex flex-col items-start gap-4 rounded-card border bg-surface p-6">
				<p>Could not load subscription plans</p>
				<Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
					Try again
				</Button>
			</div>
		);
	}
	return (
		<div className="flex flex-col gap-8">
			<BillingToggle isAnnual={isAnnual} onChange={setIsAnnual} />
			<div className="grid justify-items-center gap-4 sm:grid-cols-[repeat(auto-fill,300px)] sm:justify-items-start xl:-mx-6 xl:grid-cols-4">
				{plans && !isLoading
					? plans.map((plan) => (
							<PlanCard
								key={plan.id}
								plan={plan}
								isAnnual={isAnnual}
								action={planAction({ plan, isSignedIn, currentPlanId })}
								isBusy={pendingPlanId === plan.id}
								onChoose={() => onChoose({ planId: plan.id, isAnnual })}
							/>
						))
					: PLAN_IDS.map((id) => <PlanCardSkeleton key={id} />)}
			</div>
		</div>
	);
}
