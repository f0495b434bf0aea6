import { PLAN_CATALOGUE, priceInCents } from "#server/billing/plans/plan-catalog.ts";
import { isPlanId } from "#shared/billing/plans/plan-rules.ts";
import type { ActiveSubscription, ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { isOwing } from "./change/open-invoices.ts";

/** The client's view of a subscription: Stripe's ids never leave the server. */
export function presentSubscription(row: Subscription): ClientSubscription {
	const endsAt = row.cancelAtPeriodEnd ? row.currentPeriodEnd : row.cancelAt;
	const plannedChange = plannedChangeOf(row);
	return {
		planId: row.planId,
		status: row.status,
		isAnnual: row.isAnnual,
		plan: { name: planName(row) },
		currentPeriodEnd: row.currentPeriodEnd.toISOString(),
		cancelAtPeriodEnd: row.cancelAtPeriodEnd,
		endsAt: endsAt?.toISOString() ?? null,
		plannedChange,
		droppedChange: endsAt || plannedChange ? null : droppedChangeOf(row),
		perPeriod: perPeriodOf(row),
		resumesAt: row.resumesAt?.toISOString() ?? null,
		chargeDue: chargeDueOf(row),
	};
}

/** The open amount of a failed payment; null if there is none or it is unknown. */
export function presentOpenInvoices(row: Subscription): ActiveSubscription["openInvoices"] {
	const { owedAmount: amount, owedCurrency: currency, owedAt: at, owedInvoices: invoices } = row;
	if (!isOwing(row) || !amount || !currency || !at) return null;
	return { amount, currency, at: at.toISOString(), invoices };
}

export function presentBeside(row: Subscription): ActiveSubscription["alsoPaying"][number] {
	const { planId, isAnnual, createdAt } = row;
	return {
		planId,
		plan: { name: planName(row) },
		isAnnual,
		perPeriod: perPeriodOf(row),
		since: createdAt.toISOString(),
		paymentFailed: isOwing(row),
	};
}

function plannedChangeOf({ plannedPlanId: planId, plannedIsAnnual, plannedAt }: Subscription) {
	if (!planId || !plannedAt) return null;
	return { planId, plan: { name: nameOf(planId) }, isAnnual: plannedIsAnnual ?? false, at: plannedAt.toISOString() };
}

function droppedChangeOf({ droppedPlanId: planId, droppedIsAnnual: isAnnual }: Subscription) {
	return planId ? { planId, plan: { name: nameOf(planId) }, isAnnual: isAnnual ?? false } : null;
}

/** A paused renewal isn't charged. */
function chargeDueOf({ status, isCollectionPaused, draftAmount: amount, draftCurrency: currency }: Subscription) {
	const isCharged = status === "active" && !isCollectionPaused;
	return isCharged && amount && currency ? { amount, currency } : null;
}

/** Rows without a stored price have the catalog's. */
function perPeriodOf({ unitAmount, planId, isAnnual }: Subscription): number | null {
	return unitAmount ?? (isPlanId(planId) ? priceInCents({ planId, isAnnual }) : null);
}

/** A foreign price is named after its product at Stripe. */
function planName({ planId, productName }: Subscription): string {
	return productName ?? nameOf(planId);
}

function nameOf(planId: string): string {
	return isPlanId(planId) ? PLAN_CATALOGUE[planId].name : "Another plan";
}
