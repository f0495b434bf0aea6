import { newSubscription, newSubscriptionItem } from "./billing-objects.ts";
import { applyDiscount } from "./discounts.ts";
import { openInvoice, wordLine } from "./invoicing.ts";
import { type PaymentResult, type Presence, payInvoice } from "./payments.ts";
import { addInterval } from "./periods.ts";
import type { Coupon, Invoice, PaymentMethod, Price, Subscription } from "./stored.ts";
import type { World } from "./world.ts";

type EndReason = NonNullable<NonNullable<Subscription["cancellation_details"]>["reason"]>;

export type NewSubscription = {
	customer: string;
	price: Price;
	metadata: Record<string, string>;
	automaticTax: boolean;
	discount?: { coupon: Coupon; promotionCode: string | null; session: string | null } | undefined;
};

/** Makes an incomplete subscription with its first invoice, not yet paid. */
export function startSubscription(
	world: World,
	options: NewSubscription,
): { subscription: Subscription; invoice: Invoice } {
	const { store } = world;
	const { price } = options;
	const created = world.now(options.customer);
	const subscription = newSubscription({
		customer: options.customer,
		currency: price.currency,
		created,
		metadata: { ...options.metadata },
		automatic_tax: {
			disabled_reason: null,
			enabled: options.automaticTax,
			liability: options.automaticTax ? { type: "self" } : null,
		},
	});
	const periodEnd = addInterval(created, price.recurring?.interval ?? "month", price.recurring?.interval_count ?? 1);
	const item = newSubscriptionItem({ subscription: subscription.id, price, created, periodStart: created, periodEnd });
	subscription.items.data.push(item);
	store.subscriptions.put(subscription);
	if (options.discount) applyDiscount(world, subscription, options.discount);
	const invoice = openInvoice(world, subscription, {
		reason: "subscription_create",
		charged: [
			{
				item,
				price,
				amount: price.unit_amount ?? 0,
				description: wordLine(world, price),
				period: { start: created, end: periodEnd },
				proration: false,
			},
		],
	});
	world.emit("customer.subscription.created", subscription);
	return { subscription, invoice };
}

/** Pays a subscription's open invoice; a paid one makes the subscription active. */
export function paySubscription(
	world: World,
	subscription: Subscription,
	options: { invoice: Invoice; method: PaymentMethod; presence: Presence },
): PaymentResult {
	const result = payInvoice(world, options.invoice, options);
	if (result === "paid") activate(world, subscription);
	return result;
}

export function activate(world: World, subscription: Subscription): void {
	if (!["incomplete", "past_due", "unpaid"].includes(subscription.status)) return;
	updateSubscription(world, subscription, { status: "active" });
}

/** Changes a subscription and says so in an event, if anything really changed. */
export function updateSubscription(world: World, subscription: Subscription, changes: Partial<Subscription>): void {
	const previous = world.store.subscriptions.patch(subscription, changes);
	if (Object.keys(previous).length > 0) world.emit("customer.subscription.updated", subscription, previous);
}

/** Ends a subscription for good. */
export function endSubscription(world: World, subscription: Subscription, reason: EndReason): void {
	const now = world.now(subscription.customer);
	world.store.subscriptions.patch(subscription, {
		status: "canceled",
		canceled_at: subscription.canceled_at ?? now,
		ended_at: now,
		cancellation_details: {
			comment: null,
			feedback: null,
			feedback_option: null,
			reason: subscription.cancellation_details?.reason ?? reason,
		},
	});
	world.emit("customer.subscription.deleted", subscription);
}

/** Plans or withdraws the end of a subscription. */
export function scheduleEnd(
	world: World,
	subscription: Subscription,
	end: { cancel_at_period_end?: boolean; cancel_at?: number | null },
): void {
	const planned = {
		cancel_at_period_end: subscription.cancel_at_period_end,
		cancel_at: subscription.cancel_at,
		...end,
	};
	if (end.cancel_at_period_end !== undefined) {
		// In flexible billing mode both fields tell of the same end.
		planned.cancel_at = end.cancel_at_period_end ? (subscription.items.data[0]?.current_period_end ?? null) : null;
	}
	const ends = planned.cancel_at_period_end || planned.cancel_at !== null;
	updateSubscription(world, subscription, {
		...planned,
		canceled_at: ends ? (subscription.canceled_at ?? world.now(subscription.customer)) : null,
		cancellation_details: {
			comment: null,
			feedback: null,
			feedback_option: null,
			reason: ends ? "cancellation_requested" : null,
		},
	});
}
