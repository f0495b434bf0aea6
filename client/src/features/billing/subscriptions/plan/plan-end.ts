import type { ClientSubscription } from "#shared/billing/subscriptions/subscription.ts";

/** When a subscription that was canceled ends; null for one that runs on. */
export function endOf({ cancelAtPeriodEnd, currentPeriodEnd, endsAt }: ClientSubscription): string | null {
	return endsAt ?? (cancelAtPeriodEnd ? currentPeriodEnd : null);
}

/** Whether it is charged again: until an end that is further away than this period, too (P260). */
export function renewsBeforeItsEnd(subscription: ClientSubscription): boolean {
	const end = endOf(subscription);
	return end === null || Date.parse(end) > Date.parse(subscription.currentPeriodEnd);
}
