import { PLAN_CATALOGUE } from "#server/plans/plan-catalog.ts";
import { isPlanId } from "#shared/plans/plan-rules.ts";
import type { ClientSubscription } from "#shared/subscriptions/subscription.ts";
import type { Subscription } from "#shared/subscriptions/subscriptions.table.ts";

/** The client view of a subscription: no id of Stripe's leaves the server. */
export function presentSubscription(row: Subscription): ClientSubscription {
	return {
		planId: row.planId,
		status: row.status,
		isAnnual: row.isAnnual,
		plan: { name: isPlanId(row.planId) ? PLAN_CATALOGUE[row.planId].name : row.planId },
		currentPeriodEnd: row.currentPeriodEnd.toISOString(),
		cancelAtPeriodEnd: row.cancelAtPeriodEnd,
	};
}
