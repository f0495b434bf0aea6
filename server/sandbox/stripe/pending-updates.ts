import { voidInvoice } from "./invoicing.ts";
import type { Subscription, SubscriptionItem } from "./stored.ts";
import { updateSubscription } from "./subscription-changes.ts";
import type { World } from "./world.ts";

/** How long an unpaid change waits. Source: docs.stripe.com/billing/subscriptions/pending-updates. */
const PENDING_FOR = 23 * 3600;

type Held = { items: SubscriptionItem[]; cancelAtPeriodEnd: boolean | null };

/** Keeps a change back until its invoice is paid. */
export function holdUpdate(world: World, subscription: Subscription, { items, cancelAtPeriodEnd }: Held): void {
	const periodEnd = subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY;
	updateSubscription(world, subscription, {
		pending_update: {
			billing_cycle_anchor: null,
			cancel_at_period_end: cancelAtPeriodEnd,
			discount: null,
			discounts: null,
			expires_at: Math.min(world.now(subscription.customer) + PENDING_FOR, periodEnd),
			metadata: null,
			subscription_items: items,
			trial_end: null,
			trial_from_plan: null,
		},
	});
}

/** The invoice of a change that was held back is paid: the change takes place. */
export function applyPendingUpdate(world: World, subscription: Subscription): void {
	const { subscription_items: held, cancel_at_period_end: ends } = subscription.pending_update ?? {};
	const items = held ?? [];
	const goesOn = ends === false && subscription.cancel_at_period_end;
	const previous = world.store.subscriptions.patch(subscription, {
		items: { ...subscription.items, data: structuredClone(items) },
		pending_update: null,
		billing_cycle_anchor: anchorOf(subscription, items),
		...(goesOn && { cancel_at_period_end: false, cancel_at: null, canceled_at: null }),
	});
	world.emit("customer.subscription.pending_update_applied", subscription);
	world.emit("customer.subscription.updated", subscription, previous);
}

/** A change that wasn't paid in time expires, with its invoice. */
export function expirePendingUpdate(world: World, subscription: Subscription): void {
	const invoice = world.store.invoices.get(subscription.latest_invoice);
	if (invoice?.status === "open") voidInvoice(world, invoice);
	const previous = world.store.subscriptions.patch(subscription, { pending_update: null });
	world.emit("customer.subscription.pending_update_expired", subscription);
	world.emit("customer.subscription.updated", subscription, previous);
}

/** Source: docs.stripe.com/changelog/endive/2026-09-30/scheduled-subscription-cancellation. */
export function expireConflictingUpdate(world: World, subscription: Subscription, ends: boolean): void {
	const held = subscription.pending_update?.cancel_at_period_end ?? ends;
	if (held !== ends) expirePendingUpdate(world, subscription);
}

/** A change of interval starts a new billing cycle. */
function anchorOf(subscription: Subscription, [item]: SubscriptionItem[]): number {
	const [before] = subscription.items.data;
	const isNewCycle = item && before && item.current_period_start !== before.current_period_start;
	return isNewCycle ? item.current_period_start : subscription.billing_cycle_anchor;
}
