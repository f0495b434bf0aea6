import type { Subscription } from "./stored.ts";
import { StripeError } from "./stripe-error.ts";
import type { World } from "./world.ts";

/** Changes a subscription and says so in an event, if anything really changed. */
export function updateSubscription(world: World, subscription: Subscription, changes: Partial<Subscription>): void {
	const previous = world.store.subscriptions.patch(subscription, changes);
	if (Object.keys(previous).length > 0) world.emit("customer.subscription.updated", subscription, previous);
}

/** Plans an end (at a moment, or with the period), or withdraws it with null. */
export function scheduleEnd(world: World, subscription: Subscription, end: "period_end" | number | null): void {
	refuseScheduled(subscription);
	const now = world.now(subscription.customer);
	if (typeof end === "number" && end <= now) {
		throw new StripeError("The subscription cannot be scheduled to cancel in the past.", { param: "cancel_at" });
	}
	const periodEnd = Math.min(...subscription.items.data.map((item) => item.current_period_end));
	updateSubscription(world, subscription, {
		// In both billing modes `cancel_at` is the moment; only the first way also sets the flag.
		cancel_at_period_end: end === "period_end",
		cancel_at: end === "period_end" ? periodEnd : end,
		canceled_at: end === null ? null : (subscription.canceled_at ?? now),
		cancellation_details: {
			comment: null,
			feedback: null,
			feedback_option: null,
			reason: end === null ? null : "cancellation_requested",
		},
	});
}

export function isEnded({ status }: Subscription): boolean {
	return status === "canceled" || status === "incomplete_expired";
}

function refuseScheduled({ schedule }: Subscription): void {
	if (!schedule) return;
	throw new StripeError(
		`The subscription is managed by the subscription schedule \`${schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
	);
}
