type Period = {
	status: string;
	cancelAtPeriodEnd: boolean;
	currentPeriodEnd: Date | string;
};

/**
 * Whether a subscription is valid at `now` (P70): the status is active, and it is
 * not past the end of a period at which it was cancelled (the last moment itself still counts).
 */
export function isActive(subscription: Period | null | undefined, now: Date): boolean {
	if (subscription?.status !== "active") return false;
	if (!subscription.cancelAtPeriodEnd) return true;
	return now.getTime() <= new Date(subscription.currentPeriodEnd).getTime();
}
