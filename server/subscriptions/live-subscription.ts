import { planRank } from "#shared/plans/plan-rules.ts";
import { isActive } from "#shared/subscriptions/subscription-status.ts";
import type { Subscription } from "#shared/subscriptions/subscriptions.table.ts";

/** Statuses of a subscription that still is one at Stripe: another must not be started beside it. */
export const LIVE_STATUSES = ["active", "trialing", "past_due", "unpaid", "paused", "incomplete"] as const;

export function isLive({ status }: { status: string }): boolean {
	return (LIVE_STATUSES as readonly string[]).includes(status);
}

/**
 * The one subscription that counts among all that a user ever had: a valid one first, then a live one, then the
 * highest plan, then the newest.
 */
export function currentSubscription(rows: Subscription[], now: Date): Subscription | null {
	const [best] = [...rows].sort(
		(a, b) =>
			Number(isActive(b, now)) - Number(isActive(a, now)) ||
			Number(isLive(b)) - Number(isLive(a)) ||
			planRank(b.planId) - planRank(a.planId) ||
			b.createdAt.getTime() - a.createdAt.getTime(),
	);
	return best ?? null;
}
