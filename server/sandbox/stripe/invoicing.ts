import { moveBalance } from "./customer-balance.ts";
import { amountOff, endSingleDiscounts, runningDiscounts } from "./discounts.ts";
import { newInvoice, newInvoiceLine, newInvoicePayment } from "./invoice-objects.ts";
import { newPaymentIntent } from "./payment-objects.ts";
import { newId } from "./store.ts";
import type { Customer, Invoice, InvoiceLine, PaymentIntent, Price, Subscription, SubscriptionItem } from "./stored.ts";
import type { World } from "./world.ts";

/** What an invoice asks money for (or gives back: a negative amount). */
export type Charged = {
	item: SubscriptionItem;
	price: Price;
	amount: number;
	description: string;
	period: { start: number; end: number };
	proration: boolean;
};

type InvoiceOptions = {
	reason: Invoice["billing_reason"];
	charged: Charged[];
	/** What has paid for it already, on a checkout page. */
	paidBy?: PaymentIntent | undefined;
};

/** A line for a whole period at a price, worded as Stripe does: "1 × Visualink Pro (at €19.99 / month)". */
export function wholePeriod(
	world: World,
	item: SubscriptionItem,
	price: Price,
	period: { start: number; end: number },
): Charged {
	const product = world.store.products.get(price.product)?.name ?? "Subscription";
	const each = price.unit_amount ?? 0;
	const quantity = item.quantity ?? 1;
	const description = `${quantity} × ${product} (at €${(each / 100).toFixed(2)} / ${price.recurring?.interval ?? "month"})`;
	return { item, price, amount: each * quantity, description, period, proration: false };
}

/** Makes an invoice for a subscription and opens it for payment at once. */
export function openInvoice(world: World, subscription: Subscription, options: InvoiceOptions): Invoice {
	const invoice = draftInvoice(world, subscription, options);
	finalizeInvoice(world, invoice, options.paidBy);
	return invoice;
}

/** Makes an invoice with the subscription's discounts, still a draft. */
export function draftInvoice(world: World, subscription: Subscription, options: InvoiceOptions): Invoice {
	const { store } = world;
	const customer = store.customers.require(subscription.customer);
	const created = world.now(customer.id);
	const id = newId("in");
	const lines = options.charged.map((charged) => newInvoiceLine({ invoice: id, ...charged }));
	const discounted = discountLines(world, subscription, lines);
	const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
	const total = subtotal - discounted.reduce((sum, one) => sum + one.amount, 0);
	const due = options.paidBy?.amount ?? amountDue(total, customer.balance);
	const invoice = newInvoice(
		{
			id,
			customer: customer.id,
			currency: subscription.currency,
			created,
			billing_reason: options.reason,
			auto_advance: true,
			amount_due: due,
			amount_remaining: due,
			subtotal,
			subtotal_excluding_tax: subtotal,
			total,
			total_excluding_tax: total,
			total_discount_amounts: discounted,
			discounts: discounted.map((one) => one.discount),
			starting_balance: customer.balance,
			automatic_tax: {
				disabled_reason: null,
				enabled: subscription.automatic_tax.enabled,
				liability: subscription.automatic_tax.liability,
				provider: subscription.automatic_tax.enabled ? "stripe" : null,
				status: subscription.automatic_tax.enabled ? "complete" : null,
			},
			parent: {
				quote_details: null,
				subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
				type: "subscription_details",
			},
			lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
			...identityOn(world, customer),
		},
		customer,
	);
	store.invoices.put(invoice);
	store.subscriptions.patch(subscription, { latest_invoice: id });
	world.emit("invoice.created", invoice);
	endSingleDiscounts(world, subscription);
	return invoice;
}

/** Numbers a draft and opens it for payment; money the customer is owed is set off here. */
export function finalizeInvoice(world: World, invoice: Invoice, paidBy?: PaymentIntent): void {
	const { store } = world;
	const customer = store.customers.require(invoice.customer ?? "");
	const now = world.now(customer.id);
	Object.assign(invoice, identityOn(world, customer));
	const sequence = customer.next_invoice_sequence ?? 1;
	if (!paidBy) takeBalance(world, customer, invoice);
	store.invoices.patch(invoice, {
		status: "open",
		number: `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`,
		automatically_finalizes_at: null,
		ending_balance: customer.balance,
		effective_at: now,
		hosted_invoice_url: `${world.origin}/sandbox/stripe/invoices/${invoice.id}`,
		invoice_pdf: `${world.origin}/sandbox/stripe/invoices/${invoice.id}`,
		status_transitions: { ...invoice.status_transitions, finalized_at: now },
	});
	store.customers.patch(customer, { next_invoice_sequence: sequence + 1, currency: invoice.currency });
	if (invoice.amount_due > 0)
		store.invoicePayments.put(newInvoicePayment(invoice, (paidBy ?? newIntent(world, invoice)).id));
	world.emit("invoice.finalized", invoice);
}

/** Gives an open invoice up as bad debt: it can still be paid, or voided. */
export function markUncollectible(world: World, invoice: Invoice): void {
	const now = world.now(invoice.customer);
	world.store.invoices.patch(invoice, {
		status: "uncollectible",
		auto_advance: false,
		next_payment_attempt: null,
		status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: now },
	});
	world.emit("invoice.marked_uncollectible", invoice);
}

/** Gives up an open or draft invoice. */
export function voidInvoice(world: World, invoice: Invoice): void {
	const { store } = world;
	const now = world.now(invoice.customer);
	for (const payment of store.invoicePayments.list((one) => one.invoice === invoice.id && one.status === "open")) {
		store.invoicePayments.patch(payment, {
			status: "canceled",
			status_transitions: { canceled_at: now, paid_at: null },
		});
		const intent = store.paymentIntents.get(payment.payment.payment_intent);
		if (!intent) continue;
		store.paymentIntents.patch(intent, { status: "canceled", canceled_at: now, cancellation_reason: "void_invoice" });
		world.emit("payment_intent.canceled", intent);
	}
	store.invoices.patch(invoice, {
		status: "void",
		auto_advance: false,
		next_payment_attempt: null,
		automatically_finalizes_at: null,
		status_transitions: { ...invoice.status_transitions, voided_at: now },
	});
	world.emit("invoice.voided", invoice);
	returnBalance(world, invoice);
}

/**
 * The customer on an invoice: follows the customer until the invoice is finalized, and is fixed from then on.
 * Source: docs.stripe.com/api/invoices/object, `customer_name`, `customer_address`, `customer_tax_ids`.
 */
function identityOn({ store }: World, customer: Customer) {
	const taxIds = store.taxIds.list((one) => one.customer === customer.id);
	return {
		customer_address: customer.address ?? null,
		customer_name: customer.name ?? null,
		customer_tax_ids: taxIds.map(({ type, value }) => ({ type, value })),
	};
}

/** Less than this is not charged in euros: it is added to the next invoice. Source: docs.stripe.com/currencies. */
const MINIMUM_CHARGE = 50;

/** The amount due of an invoice after the customer's balance: a negative balance is a credit. */
export function amountDue(total: number, balance: number): number {
	const due = Math.max(0, total + balance);
	return due < MINIMUM_CHARGE ? 0 : due;
}

function takeBalance(world: World, customer: Customer, invoice: Invoice): void {
	const due = amountDue(invoice.total, customer.balance);
	world.store.invoices.patch(invoice, {
		amount_due: due,
		amount_remaining: due,
		starting_balance: customer.balance,
	});
	const amount = invoice.total - due;
	if (amount === 0) return;
	const isTooSmall = due === 0 && customer.balance + amount > 0;
	const type = isTooSmall ? "invoice_too_small" : "applied_to_invoice";
	moveBalance(world, customer, { amount, currency: invoice.currency, type, invoice: invoice.id });
}

/** What an invoice has used of the balance goes back to it. Source: docs.stripe.com/billing/customer/balance. */
function returnBalance(world: World, invoice: Invoice): void {
	const customer = world.store.customers.get(invoice.customer);
	const used = (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance;
	if (!customer || customer.deleted || used === 0) return;
	const { id, currency } = invoice;
	moveBalance(world, customer, { amount: -used, currency, type: "unapplied_from_invoice", invoice: id });
}

function newIntent(world: World, invoice: Invoice): PaymentIntent {
	const intent = world.store.paymentIntents.put(
		newPaymentIntent({
			amount: invoice.amount_due,
			currency: invoice.currency,
			created: world.now(invoice.customer),
			customer: invoice.customer,
			description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
		}),
	);
	world.emit("payment_intent.created", intent);
	return intent;
}

function discountLines(world: World, subscription: Subscription, lines: InvoiceLine[]) {
	return runningDiscounts(world, subscription).map(({ discount, coupon }) => {
		let amount = 0;
		for (const line of lines.filter((one) => one.discountable)) {
			const off = amountOff(coupon, line.amount);
			line.discount_amounts = [...(line.discount_amounts ?? []), { amount: off, discount: discount.id }];
			line.discounts = [...line.discounts, discount.id];
			amount += off;
		}
		return { amount, discount: discount.id };
	});
}
