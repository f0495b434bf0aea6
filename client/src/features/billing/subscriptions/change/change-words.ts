import { formatDate } from "#client/lib/format.ts";
import { planRank } from "#shared/billing/plans/plan-rules.ts";
import type { ChangeEffect, PaidPlan } from "#shared/billing/subscriptions/change-effect.ts";
import type { ClientSubscription, PlanChangePreview } from "#shared/billing/subscriptions/subscription.ts";
import { formatInterval, formatMoney } from "#shared/platform/format.ts";
import { endOf } from "../plan/plan-end.ts";

type Amounts = PlanChangePreview["amounts"];

/** '€4.99 a month'. */
export function perPeriodText(cents: number, isAnnual: boolean, currency = "eur"): string {
	return `${formatMoney(cents, currency)} a ${isAnnual ? "year" : "month"}`;
}

type Line = { effect: ChangeEffect; startsAt: string; price: number; isAnnual: boolean; amounts: Amounts };

/** The effect of a plan card's button, without amounts if they are unknown (P259). */
export function changeLine({ effect, startsAt, price, isAnnual, amounts }: Line): string {
	const regular = perPeriodText(amounts?.perPeriod ?? price, isAnnual, amounts?.currency);
	if (effect === "period_end") return `From ${formatDate(startsAt)}, ${regular}`;
	if (!amounts) return `Starts today, then ${regular}`;
	return `${todayText(amounts)}, then ${regular}`;
}

export function changeTitle(from: PaidPlan, to: PaidPlan, planName: string): string {
	const step = planRank(to.planId) - planRank(from.planId);
	if (step === 0) return `Switch to ${to.isAnnual ? "yearly" : "monthly"} billing?`;
	return `${step > 0 ? "Upgrade" : "Downgrade"} to ${planName}?`;
}

export function changeSentences(from: ClientSubscription, isAnnual: boolean, preview: PlanChangePreview): string[] {
	const { plan, effect, startsAt, amounts } = preview;
	const regular = perPeriodText(amounts?.perPeriod ?? preview.price, isAnnual, amounts?.currency);
	if (effect === "period_end") {
		const what = plan.name === from.plan.name ? "Your billing" : `Your ${from.plan.name} plan`;
		return [
			`Nothing is charged today. ${what} stays as it is until ${formatDate(startsAt)}.`,
			...(amounts ? amountsAfter(amounts, regular) : [`From then on you pay ${regular}.`]),
		];
	}
	if (!amounts)
		return [
			`${plan.name} starts today, then it is ${regular}.`,
			"We couldn't load today's amount. Try again in a moment.",
		];
	const { perPeriod, next } = amounts;
	if (next.amount === perPeriod) return [`${todayText(amounts)}, then ${regular} from ${formatDate(next.at)}.`];
	return [`${todayText(amounts)}.`, ...amountsAfter(amounts, regular)];
}

/** The change that another plan undoes, in local dates (P127). The server's sentence uses UTC. */
export function takenBackText(from: ClientSubscription, { takesBack }: PlanChangePreview): string | null {
	if (takesBack === null) return null;
	const end = endOf(from);
	if (end) return `Your subscription ends on ${formatDate(end)}. Choosing another plan undoes this cancellation.`;
	if (!from.plannedChange) return takesBack;
	const { plan, isAnnual, at } = from.plannedChange;
	const interval = formatInterval({ isAnnual });
	return `Your plan changes to ${plan.name}, ${interval}, on ${formatDate(at)}. Choosing another plan undoes this change.`;
}

function amountsAfter({ perPeriod, next, credit, currency }: NonNullable<Amounts>, regular: string): string[] {
	const on = formatDate(next.at);
	if (next.amount === perPeriod) return [`From ${on} you pay ${regular}.`];
	const first = `On ${on} you pay ${formatMoney(next.amount, currency)}, later ${regular}.`;
	return credit > 0 ? [`A credit of ${formatMoney(credit, currency)} is used for your next invoices.`, first] : [first];
}

function todayText({ today, currency }: NonNullable<Amounts>): string {
	return today > 0 ? `Today ${formatMoney(today, currency)}` : "Nothing today";
}
