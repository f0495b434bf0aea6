import type Stripe from "stripe";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";

/** The metadata that keeps the moment of a canceled end, in Unix seconds, until the change that replaces it is planned. */
const KEY = "ends_unless_planned";

export function isEnding({ cancel_at_period_end, cancel_at }: Stripe.Subscription): boolean {
	return cancel_at_period_end || cancel_at !== null;
}

/** A call's fields that call an end off, whichever way it was scheduled: Stripe refuses a call that sets both. */
export function withoutEnd(subscription: Stripe.Subscription) {
	if (!isEnding(subscription)) return {};
	return subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" as const };
}

/** Calls an end off for a change that is planned next, and keeps it in the same call: see {@link settleEnd}. */
export async function exchangeEnd(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
	if (!isEnding(subscription)) return;
	const metadata = { [KEY]: String(subscription.cancel_at ?? subscription.items.data[0]?.current_period_end) };
	await stripe.subscriptions.update(subscription.id, { ...withoutEnd(subscription), metadata }, WHILE_SOMEONE_WAITS);
}

/**
 * Restores a canceled end if the change that was to replace it was never planned, such as after a crash. Repeating it is
 * safe.
 * @param isPlanned whether a change is planned for the subscription
 * @returns the subscription as it is afterwards
 */
export async function settleEnd(
	stripe: Stripe,
	subscription: Stripe.Subscription,
	isPlanned: boolean,
): Promise<Stripe.Subscription> {
	const end = Number(subscription.metadata[KEY] ?? 0);
	if (!end) return subscription;
	const isLost = !isPlanned && !isEnding(subscription);
	// A schedule that is half made blocks the end.
	if (isLost) await releaseSchedule(stripe, subscription);
	const byDate = end > (subscription.items.data[0]?.current_period_end ?? 0);
	const again = byDate ? { cancel_at: end } : { cancel_at_period_end: true };
	return stripe.subscriptions.update(
		subscription.id,
		{ ...(isLost && again), metadata: { [KEY]: "" } },
		WHILE_SOMEONE_WAITS,
	);
}

/** A change that waits for the period's end is a schedule, and Stripe lets nothing else touch the subscription. */
export async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
	if (!schedule) return;
	const id = typeof schedule === "string" ? schedule : schedule.id;
	await stripe.subscriptionSchedules.release(id, {}, WHILE_SOMEONE_WAITS);
}
