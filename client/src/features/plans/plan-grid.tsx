import { type ReactNode, useEffect, useState } from "react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import type { Plan } from "#shared/plans/plan.ts";
import { yearlyPrice } from "#shared/plans/plan-rules.ts";
import { BillingToggle } from "./billing-toggle.tsx";
import { planAction, suitedPlanId } from "./plan-action.ts";
import { PlanCard } from "./plan-card.tsx";
import { usePlans } from "./plans.queries.ts";

type Paid = { planId: string; isAnnual: boolean };
type Choice = { planId: Plan["id"]; isAnnual: boolean };
type PlanGridProps = {
	isSignedIn: boolean;
	/** The plan that the person pays for, its interval, and what it changes to; null without one. */
	current: (Paid & { plannedChange: (Paid & { at: string }) | null }) | null;
	/** Whether the person's own plan is still being looked up. */
	isLoading: boolean;
	/** The plan whose checkout is being opened. */
	pendingPlanId: string | null;
	/** Whether another button is the one to be seen first: that of a payment that failed. */
	isQuiet: boolean;
	onChoose: (choice: Choice) => void;
	/** What choosing a plan does, for a subscriber; null for everyone else. `price` is in cents. */
	describeChange: ((change: { choice: Choice; price: number }) => ReactNode) | null;
};

/** All plans with the billing toggle. */
export function PlanGrid({
	isSignedIn,
	current,
	isLoading,
	pendingPlanId,
	isQuiet,
	onChoose,
	describeChange,
}: PlanGridProps) {
	const [isAnnual, setIsAnnual] = useState(true);
	const { plans, error, isFetching, refetch } = usePlans();

	useEffect(() => {
		if (error) toastFailure("Could not load subscription plans", error);
	}, [error]);

	const currentPlanId = current?.planId ?? null;
	const suited = suitedPlanId(plans, currentPlanId);
	const changeTo = (plan: Plan): ReactNode => {
		const isOwn = current?.planId === plan.id && current.isAnnual === isAnnual;
		const price = isAnnual ? yearlyPrice(plan.priceMonthly) : Number(plan.priceMonthly);
		const isPlanned = planned?.planId === plan.id;
		if (isOwn || isPlanned) return null;
		return describeChange?.({ choice: { planId: plan.id, isAnnual }, price: Math.round(price * 100) });
	};
	const planned = current?.plannedChange?.isAnnual === isAnnual ? current.plannedChange : null;
	return (
		<div className="flex flex-col gap-8">
			{error && (
				<LoadFailed look="box" isBusy={isFetching} onRetry={() => void refetch()}>
					Could not load subscription plans
				</LoadFailed>
			)}
			<BillingToggle isAnnual={isAnnual} onChange={setIsAnnual} />
			<div className="grid justify-items-start gap-4 sm:grid-cols-[repeat(auto-fill,300px)] xl:grid-cols-4">
				{plans.map((plan) => (
					<PlanCard
						key={plan.id}
						plan={plan}
						isAnnual={isAnnual}
						action={isLoading ? null : planAction({ plan, isSignedIn, currentPlanId })}
						isLoud={!isQuiet && plan.id === suited}
						isBusy={pendingPlanId === plan.id}
						plannedAt={planned?.planId === plan.id ? planned.at : null}
						paidInterval={current?.planId === plan.id ? (current.isAnnual ? "yearly" : "monthly") : null}
						onChoose={() => onChoose({ planId: plan.id, isAnnual })}
						change={changeTo(plan)}
					/>
				))}
			</div>
		</div>
	);
}
