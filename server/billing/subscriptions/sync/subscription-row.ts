import type Stripe from "stripe";
import type { Offer } from "#server/billing/plans/plan-catalog.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { PastDueColumns } from "../change/open-invoices.ts";
import { offerOfPrice } from "../stripe/plan-prices.ts";

export type PlannedChange = { offer: Offer | null; at: Date };

type Planned = "plannedPlanId" | "plannedIsAnnual" | "plannedAt";
type Dropped = "droppedPlanId" | "droppedIsAnnual";
type DraftColumns = Pick<Subscription, "draftAmount" | "draftCurrency">;
type Facts = Omit<
	Subscription,
	| ("id" | "userId" | "updatedAt" | "stripeSubscriptionId" | "productName")
	| (Planned | Dropped | keyof PastDueColumns | keyof DraftColumns)
>;

/** The row of a Stripe subscription, without planned change and invoices; null for one without an item. */
export function factsOf(subscription: Stripe.Subscription): Facts | null {
	const [item] = subscription.items.data;
	if (!item) return null;
	const offer = offerOfPrice(item.price);
	const { cancel_at: cancelAt, pause_collection: pause } = subscription;
	// Stripe's portal sets only `cancel_at` (flexible billing mode, the default since 2025-09-30).
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
		isCollectionPaused: Boolean(pause),
		resumesAt: pause?.resumes_at ? new Date(pause.resumes_at * 1000) : null,
		createdAt: new Date(subscription.created * 1000),
	};
}

/** The row's columns for a renewal whose invoice exists and is charged within the hour (P572). */
export function draftColumns(invoices: Stripe.Invoice[]): DraftColumns {
	const draft = invoices.find(isUnchargedRenewal);
	return { draftAmount: draft?.amount_due ?? null, draftCurrency: draft?.currency ?? null };
}

/** A draft, or one that a half-failed cancellation finalized without collection. One paid from credit isn't. */
export function isUnchargedRenewal(invoice: Stripe.Invoice): boolean {
	const isUncharged = invoice.status === "draft" || (invoice.status === "open" && invoice.auto_advance === false);
	return isUncharged && invoice.billing_reason === "subscription_cycle" && invoice.amount_due > 0;
}

export function plannedColumns(planned: PlannedChange | null) {
	return {
		plannedPlanId: planned ? (planned.offer?.planId ?? "unknown") : null,
		plannedIsAnnual: planned ? (planned.offer?.isAnnual ?? false) : null,
		plannedAt: planned?.at ?? null,
	};
}

/**
 * The row's columns for a planned change that a cancellation or unpaid upgrade dropped: it is offered again (P260)
 * until another is planned or made.
 * @param before the previous row; undefined for a new subscription
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
