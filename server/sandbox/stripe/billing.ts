import { applyDiscount } from "./discounts.ts";
import { openInvoice, voidInvoice, wholePeriod } from "./invoicing.ts";
import { type PaymentResult, type Presence, payInvoice, settleInvoice } from "./payments.ts";
import { applyPendingUpdate, expirePendingUpdate } from "./pending-updates.ts";
import { addInterval } from "./periods.ts";
import type { Coupon, Invoice, PaymentIntent, PaymentMethod, Price, Subscription } from "./stored.ts";
import { updateSubscription } from "./subscription-changes.ts";
import { newSubscription, newSubscriptionItem } from "./subscription-objects.ts";
import type { World } from "./world.ts";

export type NewSubscription = {
	customer: string;
	price: Price;
	metadata: Record<string, string>;
	automaticTax: boolean;
	defaultPaymentMethod: string;
	/** What has paid for the first period already, on a checkout page; null for a page that cost nothing. */
	paidBy: PaymentIntent | null;
	discount?: { coupon: Coupon; promotionCode: string | null; session: string | null } | undefined;
};

const DAY = 86_400;
/** When a failed renewal is tried again, after each failure. Source: Stripe's retry schedule before Smart Retries. */
const RETRY_AFTER_DAYS = [3, 5, 7];

/** Makes the subscription that a checkout page has paid for, with its first invoice. */
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
		default_payment_method: options.defaultPaymentMethod,
		automatic_tax: {
			disabled_reason: null,
			enabled: options.automaticTax,
			liability: options.automaticTax ? { type: "self" } : null,
		},
	});
	const { interval = "month", interval_count: count = 1 } = price.recurring ?? {};
	const period = { start: created, end: addInterval(created, interval, count) };
	const item = newSubscriptionItem({ subscription: subscription.id, price, created, period });
	subscription.items.data.push(item);
	store.subscriptions.put(subscription);
	if (options.discount) applyDiscount(world, subscription, options.discount);
	const charged = [wholePeriod(world, item, price, period)];
	const paidBy = options.paidBy ?? undefined;
	const invoice = openInvoice(world, subscription, { reason: "subscription_create", charged, paidBy });
	world.emit("customer.subscription.created", subscription);
	settleInvoice(world, invoice);
	followPayment(world, subscription, invoice);
	return { subscription, invoice };
}

/** Charges an open invoice to a card, and lets its subscription follow: active, past due, or ended. */
export function collect(
	world: World,
	invoice: Invoice,
	options: { method: PaymentMethod | undefined; presence: Presence },
): PaymentResult {
	const result = payInvoice(world, invoice, options);
	const subscription = subscriptionOf(world, invoice);
	if (!subscription) return result;
	if (result === "paid") followPayment(world, subscription, invoice);
	else if (invoice.billing_reason === "subscription_cycle") followFailure(world, subscription, invoice);
	return result;
}

/** The card a subscription is charged to: its own, else the customer's default. */
export function cardOf({ store }: World, subscription: Subscription): PaymentMethod | undefined {
	const customer = store.customers.get(subscription.customer);
	return store.paymentMethods.get(
		subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method,
	);
}

export function subscriptionOf({ store }: World, invoice: Invoice): Subscription | undefined {
	return store.subscriptions.get(invoice.parent?.subscription_details?.subscription);
}

function followPayment(world: World, subscription: Subscription, invoice: Invoice): void {
	if (subscription.pending_update && subscription.latest_invoice === invoice.id) {
		applyPendingUpdate(world, subscription);
	}
	if (lastAskedFor(world, subscription) !== invoice) return;
	if (!["incomplete", "past_due", "unpaid"].includes(subscription.status)) return;
	updateSubscription(world, subscription, { status: "active" });
}

/**
 * The invoice that decides a subscription's status: the latest that is neither a draft nor void, even if older ones are
 * owed. Source: docs.stripe.com/billing/subscriptions/overview#subscription-statuses, `past_due`.
 */
function lastAskedFor(world: World, subscription: Subscription): Invoice | undefined {
	const [latest] = world.store.invoices.list(
		(one) => (one.status === "open" || one.status === "paid") && subscriptionOf(world, one) === subscription,
	);
	return latest;
}

function followFailure(world: World, subscription: Subscription, invoice: Invoice): void {
	if (subscription.status === "canceled") return;
	const days = RETRY_AFTER_DAYS[invoice.attempt_count - 1];
	if (days !== undefined) {
		const at = world.now(invoice.customer) + days * DAY;
		world.store.invoices.patch(invoice, { next_payment_attempt: at });
		if (lastAskedFor(world, subscription) === invoice) updateSubscription(world, subscription, { status: "past_due" });
		return;
	}
	world.store.invoices.patch(invoice, { next_payment_attempt: null });
	if (lastAskedFor(world, subscription) !== invoice) return;
	const { afterRetries } = world.settings;
	if (afterRetries === "cancel") endSubscription(world, subscription, "payment_failed");
	else updateSubscription(world, subscription, { status: afterRetries });
}

/** After an invoice was voided, the one before it counts: if it is paid, the subscription is active again. */
export function followVoiding(world: World, invoice: Invoice): void {
	const subscription = subscriptionOf(world, invoice);
	// Voiding the invoice cancels the pending update. Source: docs.stripe.com/billing/subscriptions/pending-updates.
	if (subscription?.pending_update && subscription.latest_invoice === invoice.id) {
		expirePendingUpdate(world, subscription);
	}
	if (!subscription || !["past_due", "unpaid"].includes(subscription.status)) return;
	if (lastAskedFor(world, subscription)?.status === "paid") {
		updateSubscription(world, subscription, { status: "active" });
	}
}

type EndReason = NonNullable<NonNullable<Subscription["cancellation_details"]>["reason"]>;

/**
 * Ends a subscription for good. What is still to pay is left open, and no longer tried: Stripe "stops automatic collection
 * of all finalized invoices for the customer". Source: docs.stripe.com/api/subscriptions/cancel.
 */
export function endSubscription(world: World, subscription: Subscription, reason: EndReason): void {
	const now = world.now(subscription.customer);
	for (const draft of world.store.invoices.list((one) => one.status === "draft")) {
		if (subscriptionOf(world, draft) === subscription) voidInvoice(world, draft);
	}
	const { customer } = subscription;
	for (const open of world.store.invoices.list((one) => one.status === "open" && one.customer === customer)) {
		world.store.invoices.patch(open, { auto_advance: false, next_payment_attempt: null });
	}
	world.store.subscriptions.patch(subscription, {
		status: "canceled",
		cancel_at_period_end: false,
		canceled_at: subscription.canceled_at ?? now,
		ended_at: now,
		pending_update: null,
		schedule: null,
		cancellation_details: {
			comment: null,
			feedback: null,
			feedback_option: null,
			reason: subscription.cancellation_details?.reason ?? reason,
		},
	});
	world.emit("customer.subscription.deleted", subscription);
}
