import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";

/** When a canceled subscription ends; null if it renews. */
export function endOf({ cancelAtPeriodEnd, currentPeriodEnd, endsAt }: ClientSubscription): string | null {
	return endsAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null);
}

/** Whether it is charged again, such as before an end beyond this period (P260). */
export function renewsBeforeItsEnd(subscription: ClientSubscription): boolean {
	const end = endOf(subscription);
	return end === null || Date.parse(end) > Date.parse(subscription.currentPeriodEnd);
}
