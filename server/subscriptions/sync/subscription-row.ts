import type Stripe from "stripe";
import type { Offer } from "#server/plans/plan-catalog.ts";
import type { Subscription } from "#shared/subscriptions/subscriptions.table.ts";
import type { OwedColumns } from "../change/owed.ts";
import { offerOfPrice } from "../stripe/plan-prices.ts";

/** What follows at the end of what is paid, and when. */
export type PlannedChange = { offer: Offer | null; at: Date };

type Planned = "plannedPlanId" | "plannedIsAnnual" | "plannedAt";
type Dropped = "droppedPlanId" | "droppedIsAnnual";
type Facts = Omit<
	Subscription,
	"id" | "userId" | "updatedAt" | "stripeSubscriptionId" | Planned | Dropped | keyof OwedColumns
>;

/** The row of a subscription at Stripe, without a planned change and the amount owed; null for one without an item. */
export function factsOf(subscription: Stripe.Subscription): Facts | null {
	const [item] = subscription.items.data;
	if (!item) return null;
	const offer = offerOfPrice(item.price);
	const { cancel_at: cancelAt } = subscription;
	// Stripe fills `cancel_at` for both kinds of end, and its own portal fills it alone (flexible billing mode, the default
	// since 2025-09-30).
	const endsWithPeriod =
		subscription.cancel_at_period_end || (cancelAt !== null && cancelAt <= item.current_period_end);
	const end = Math.min(item.current_period_end, cancelAt ?? Number.POSITIVE_INFINITY);
	return {
		stripePriceId: item.price.id,
		unitAmount: item.price.unit_amount,
		status: subscription.status,
		planId: offer?.planId ?? "unknown",
		isAnnual: offer?.isAnnual ?? item.price.recurring?.interval === "year",
		currentPeriodStart: new Date(item.current_period_start * 1000),
		currentPeriodEnd: new Date(end * 1000),
		cancelAtPeriodEnd: endsWithPeriod,
		cancelAt: cancelAt !== null && !endsWithPeriod ? new Date(cancelAt * 1000) : null,
		createdAt: new Date(subscription.created * 1000),
	};
}

/** What our row says of a planned change. */
export function plannedColumns(planned: PlannedChange | null) {
	return {
		plannedPlanId: planned ? (planned.offer?.planId ?? "unknown") : null,
		plannedIsAnnual: planned ? (planned.offer?.isAnnual ?? false) : null,
		plannedAt: planned?.at ?? null,
	};
}

/**
 * The row's columns about a planned change that was dropped, by a cancellation or an upgrade that nobody paid: it is
 * offered again (P260) until another change is planned or made.
 * @param before our row as it was; nothing for a subscription that is new to us
 */
export function droppedColumns(
	before: Subscription | undefined,
	{ facts, planned }: { facts: Facts; planned: PlannedChange | null },
): Pick<Subscription, Dropped> {
	if (planned !== null || before?.stripePriceId !== facts.stripePriceId)
		return { droppedPlanId: null, droppedIsAnnual: null };
	return before.plannedPlanId
		? { droppedPlanId: before.plannedPlanId, droppedIsAnnual: before.plannedIsAnnual }
		: { droppedPlanId: before.droppedPlanId, droppedIsAnnual: before.droppedIsAnnual };
}
