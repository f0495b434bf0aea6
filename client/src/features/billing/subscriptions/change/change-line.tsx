import { useQuery } from "@tanstack/react-query";
import { classNames } from "#client/lib/class-names.ts";
import { formatDate } from "#client/lib/format.ts";
import { changeEffect } from "#shared/billing/subscriptions/change-effect.ts";
import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import type { ChosenPlan } from "../checkout/chosen-plan.ts";
import { ChangeLinePlace } from "./change-line-place.tsx";
import { changeLine } from "./change-words.ts";
import { planChangeQuery } from "./plan-change.queries.ts";

type ChangeLineProps = {
	subscription: ClientSubscription;
	choice: ChosenPlan;
	price: number;
};

/** The effect of a plan card's button for a subscriber (P259). Only an immediate change needs Stripe's amounts. */
export function ChangeLine({ subscription, choice, price }: ChangeLineProps) {
	const isOwn = choice.planId === subscription.planId;
	const effect = changeEffect(subscription, choice);
	const { data, isPending, isFetching } = useQuery({ ...planChangeQuery(choice), enabled: effect === "now" });
	if (effect === "now" && isPending && isFetching) return <ChangeLinePlace isShort={isOwn} />;
	const startsAt = data?.startsAt ?? subscription.currentPeriodEnd;
	const line = changeLine({ effect, startsAt, price, isAnnual: choice.isAnnual, amounts: data?.amounts ?? null });
	const date = formatDate(startsAt);
	const [before = "", after] = line.split(date);
	return (
		<p className={classNames("mt-2 text-center text-sm text-balance text-muted", !isOwn && "min-h-10")}>
			{before}
			{after !== undefined && <span className="whitespace-nowrap">{date}</span>}
			{after}
		</p>
	);
}
