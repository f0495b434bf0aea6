import { itemOf } from "./plan-changes.ts";
import type { Subscription } from "./stored.ts";
import { updateSubscription } from "./subscription-changes.ts";
import type { World } from "./world.ts";

/** What an operator changes in Stripe's dashboard, and the product never does. */

export type PauseOf = "collection" | "subscription";

const DAY = 86_400;

/** Begins a trial now: its end is that of the period. */
export function beginTrial(world: World, subscription: Subscription, days: number): void {
	const start = world.now(subscription.customer);
	const end = start + days * DAY;
	const item = { ...itemOf(subscription), current_period_start: start, current_period_end: end };
	updateSubscription(world, subscription, {
		status: "trialing",
		trial_start: start,
		trial_end: end,
		billing_cycle_anchor: end,
		items: { ...subscription.items, data: [item] },
	});
}

/** Pauses the collection of payments, or the subscription as Stripe does after a trial without a card. */
export function pause(
	world: World,
	subscription: Subscription,
	{ what, days }: { what: PauseOf; days?: number | undefined },
): void {
	const resumesAt = days === undefined ? null : world.now(subscription.customer) + days * DAY;
	const collection = { pause_collection: { behavior: "void", resumes_at: resumesAt } } as const;
	updateSubscription(world, subscription, what === "subscription" ? { status: "paused" } : collection);
}
