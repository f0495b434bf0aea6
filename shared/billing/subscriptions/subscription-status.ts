type Period = {
	status: string;
	cancelAtPeriodEnd: boolean;
	currentPeriodEnd: Date | string;
	/** The end, if later than the current period. */
	cancelAt?: Date | string | null;
};

/** Whether a subscription is valid: active, and not past the end of a period at which it was canceled (P70). */
export function isActive(subscription: Period | null | undefined, now: Date): boolean {
	if (subscription?.status !== "active") return false;
	const { cancelAtPeriodEnd, currentPeriodEnd, cancelAt } = subscription;
	const end = cancelAtPeriodEnd ? currentPeriodEnd : cancelAt;
	return !end || now.getTime() <= new Date(end).getTime();
}
