type Period = {
	status: string;
	cancelAtPeriodEnd: boolean;
	currentPeriodEnd: Date | string;
	/** When it ends, where that is further away than this period. */
	cancelAt?: Date | string | null;
};

/**
 * Whether a subscription is valid at `now` (P70): the status is active, and it is
 * not past the end of a period at which it was cancelled (the last moment itself still counts).
 */
export function isActive(subscription: Period | null | undefined, now: Date): boolean {
	if (subscription?.status !== "active") return false;
	const { cancelAtPeriodEnd, currentPeriodEnd, cancelAt } = subscription;
	const end = cancelAtPeriodEnd ? currentPeriodEnd : cancelAt;
	return !end || now.getTime() <= new Date(end).getTime();
}
