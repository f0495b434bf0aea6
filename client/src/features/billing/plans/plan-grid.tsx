import { type ReactNode, useEffect, useState } from "react";
import { toastFailure } from "#client/components/toast/use-toast.ts";
import { LoadFailed } from "#client/components/ui/load-failed.tsx";
import type { Plan } from "#shared/billing/plans/plan.ts";
import { yearlyPrice } from "#shared/billing/plans/plan-rules.ts";
import { BillingToggle } from "./billing-toggle.tsx";
import { planAction, suitedPlanId } from "./plan-action.ts";
import { type PaidPrice, PlanCard } from "./plan-card.tsx";
import { usePlans } from "./plans.queries.ts";

type Paid = { planId: string; isAnnual: boolean };
type Current = Paid & { perPeriod: number | null; plannedChange: (Paid & { at: string }) | null };
type Choice = { planId: Plan["id"]; isAnnual: boolean };
type PlanGridProps = {
	isSignedIn: boolean;
	/** The user's plan, its interval and its planned change; null without one. */
	current: Current | null;
	isFixed: boolean;
	isLoading: boolean;
	pendingPlanId: string | null;
	/** Whether another button is primary: that of a failed payment. */
	isQuiet: boolean;
	onChoose: (choice: Choice) => void;
	/** The effect of choosing a plan, for a subscriber; null for others. `price` is in cents. */
	describeChange: ((change: { choice: Choice; price: number }) => ReactNode) | null;
};

export function PlanGrid({
	isSignedIn,
	current,
	isFixed,
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
		const price = listPrice(plan, isAnnual);
		const isPlanned = planned?.planId === plan.id;
		if (isOwn || isPlanned) return null;
		return describeChange?.({ choice: { planId: plan.id, isAnnual }, price });
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
				{plans.map((plan, rank) => (
					<PlanCard
						key={plan.id}
						plan={plan}
						below={plans[rank - 1] ?? null}
						isAnnual={isAnnual}
						action={isLoading ? null : planAction({ plan, isSignedIn, currentPlanId, isFixed })}
						isLoud={!isQuiet && !isFixed && plan.id === suited}
						isBusy={pendingPlanId === plan.id}
						plannedAt={planned?.planId === plan.id ? planned.at : null}
						paid={current?.planId === plan.id ? paidFor(current, plan) : null}
						isFixed={isFixed}
						onChoose={() => onChoose({ planId: plan.id, isAnnual })}
						change={changeTo(plan)}
					/>
				))}
			</div>
		</div>
	);
}

function listPrice(plan: Plan, isAnnual: boolean): number {
	return Math.round((isAnnual ? yearlyPrice(plan.priceMonthly) : Number(plan.priceMonthly)) * 100);
}

/** The user's interval, and their price if it differs from the card's (P573). */
function paidFor({ isAnnual, perPeriod }: Current, plan: Plan): PaidPrice {
	const isListed = perPeriod === null || perPeriod === listPrice(plan, isAnnual);
	return { interval: isAnnual ? "yearly" : "monthly", price: isListed ? null : perPeriod };
}
