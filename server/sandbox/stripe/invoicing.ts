import { newInvoice, newInvoiceLine, newInvoicePayment } from "./billing-objects.ts";
import { amountOff, endSingleDiscounts, runningDiscounts } from "./discounts.ts";
import { newPaymentIntent } from "./payment-objects.ts";
import { newId } from "./store.ts";
import type { Invoice, InvoiceLine, Price, Subscription, SubscriptionItem } from "./stored.ts";
import type { World } from "./world.ts";

export type Charged = {
	item: SubscriptionItem;
	price: Price;
	amount: number;
	description: string;
	period: { start: number; end: number };
	proration: boolean;
};

/** "1 x Visualink Pro (at EUR 19.99 / month)", as Stripe words a line. */
export function wordLine(world: World, price: Price): string {
	const product = world.store.products.get(price.product)?.name ?? "Subscription";
	const amount = ((price.unit_amount ?? 0) / 100).toFixed(2);
	return `1 × ${product} (at €${amount} / ${price.recurring?.interval ?? "month"})`;
}

/** Makes an invoice for a subscription, with its discounts, and opens it for payment. */
export function openInvoice(
	world: World,
	subscription: Subscription,
	options: { reason: Invoice["billing_reason"]; charged: Charged[] },
): Invoice {
	const { store } = world;
	const customer = store.customers.require(subscription.customer);
	const created = world.now(customer.id);
	const id = newId("in");
	const lines = options.charged.map((charged) => newInvoiceLine({ invoice: id, ...charged }));
	const discounted = discountLines(world, subscription, lines, created);
	const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
	const total = subtotal - discounted.reduce((sum, one) => sum + one.amount, 0);
	const due = Math.max(0, total + customer.balance);
	const invoice = newInvoice(
		{
			id,
			customer: customer.id,
			currency: subscription.currency,
			created,
			billing_reason: options.reason,
			status: "open",
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
			ending_balance: customer.balance + total - due,
			effective_at: created,
			number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence ?? 1).padStart(4, "0")}`,
			hosted_invoice_url: `${world.origin}/sandbox/stripe/invoices/${id}`,
			invoice_pdf: `${world.origin}/sandbox/stripe/invoices/${id}`,
			status_transitions: { finalized_at: created, marked_uncollectible_at: null, paid_at: null, voided_at: null },
			parent: {
				quote_details: null,
				subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
				type: "subscription_details",
			},
			lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
		},
		customer,
	);
	store.invoices.put(invoice);
	store.customers.patch(customer, {
		next_invoice_sequence: (customer.next_invoice_sequence ?? 1) + 1,
		balance: customer.balance + total - due,
	});
	store.subscriptions.patch(subscription, { latest_invoice: id });
	world.emit("invoice.created", { ...invoice, status: "draft" } as Invoice);
	if (due > 0) addPayment(world, invoice);
	world.emit("invoice.finalized", invoice);
	endSingleDiscounts(world, subscription);
	return invoice;
}

function addPayment(world: World, invoice: Invoice): void {
	const intent = world.store.paymentIntents.put(
		newPaymentIntent({
			amount: invoice.amount_due,
			currency: invoice.currency,
			created: invoice.created,
			customer: invoice.customer,
			description: invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
		}),
	);
	world.store.invoicePayments.put(newInvoicePayment(invoice, intent.id));
	world.emit("payment_intent.created", intent);
}

function discountLines(world: World, subscription: Subscription, lines: InvoiceLine[], at: number) {
	return runningDiscounts(world, subscription, at).map(({ discount, coupon }) => {
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
