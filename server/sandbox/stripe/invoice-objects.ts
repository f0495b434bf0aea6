import { newId } from "./store.ts";
import type { Customer, Invoice, InvoiceLine, InvoicePayment, Price, SubscriptionItem } from "./stored.ts";

/** Builders of invoice objects: every field of the API version, the given ones set. */
export function newInvoice(
	fields: Partial<Invoice> & { customer: string; currency: string; created: number },
	customer: Customer,
): Invoice {
	const id = fields.id ?? newId("in");
	return {
		id,
		object: "invoice",
		account_country: "PT",
		account_name: "Sandbox",
		account_tax_ids: null,
		amount_due: 0,
		amount_overpaid: 0,
		amount_paid: 0,
		amount_remaining: 0,
		amount_shipping: 0,
		application: null,
		attempt_count: 0,
		attempted: false,
		auto_advance: false,
		automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
		automatically_finalizes_at: null,
		billing_reason: null,
		collection_method: "charge_automatically",
		custom_fields: null,
		customer_account: null,
		customer_address: customer.address ?? null,
		customer_email: customer.email,
		customer_name: customer.name ?? null,
		customer_phone: customer.phone ?? null,
		customer_shipping: null,
		customer_tax_exempt: customer.tax_exempt ?? null,
		customer_tax_ids: [],
		default_payment_method: null,
		default_source: null,
		default_tax_rates: [],
		description: null,
		discounts: [],
		due_date: null,
		effective_at: null,
		ending_balance: null,
		footer: null,
		from_invoice: null,
		hosted_invoice_url: null,
		invoice_pdf: null,
		issuer: { type: "self" },
		last_finalization_error: null,
		latest_revision: null,
		lines: { object: "list", data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
		livemode: false,
		metadata: {},
		next_payment_attempt: null,
		number: null,
		on_behalf_of: null,
		parent: null,
		payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
		period_end: fields.created,
		period_start: fields.created,
		post_payment_credit_notes_amount: 0,
		pre_payment_credit_notes_amount: 0,
		receipt_number: null,
		rendering: null,
		shipping_cost: null,
		shipping_details: null,
		starting_balance: 0,
		statement_descriptor: null,
		status: "draft",
		status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
		subtotal: 0,
		subtotal_excluding_tax: 0,
		test_clock: null,
		total: 0,
		total_discount_amounts: [],
		total_excluding_tax: 0,
		total_pretax_credit_amounts: [],
		total_taxes: [],
		webhooks_delivered_at: null,
		...fields,
	};
}

export function newInvoiceLine(fields: {
	invoice: string;
	item: SubscriptionItem;
	price: Price;
	amount: number;
	description: string;
	period: { start: number; end: number };
	proration: boolean;
}): InvoiceLine {
	const { price } = fields;
	return {
		id: newId("il"),
		object: "line_item",
		amount: fields.amount,
		currency: price.currency,
		description: fields.description,
		discount_amounts: [],
		discountable: !fields.proration,
		discounts: [],
		invoice: fields.invoice,
		livemode: false,
		metadata: {},
		parent: {
			invoice_item_details: null,
			subscription_item_details: {
				invoice_item: null,
				proration: fields.proration,
				proration_details: null,
				subscription: fields.item.subscription,
				subscription_item: fields.item.id,
			},
			type: "subscription_item_details",
		},
		period: fields.period,
		pretax_credit_amounts: [],
		pricing: {
			price_details: { price: price.id, product: price.product },
			type: "price_details",
			unit_amount_decimal: price.unit_amount_decimal,
		},
		quantity: fields.item.quantity ?? 1,
		quantity_decimal: String(fields.item.quantity ?? 1),
		subscription: fields.item.subscription,
		subtotal: fields.amount,
		taxes: [],
	};
}

export function newInvoicePayment(invoice: Invoice, paymentIntent: string): InvoicePayment {
	return {
		id: newId("inpay"),
		object: "invoice_payment",
		amount_paid: null,
		amount_requested: invoice.amount_due,
		created: invoice.created,
		currency: invoice.currency,
		invoice: invoice.id,
		is_default: true,
		livemode: false,
		payment: { payment_intent: paymentIntent, type: "payment_intent" },
		status: "open",
		status_transitions: { canceled_at: null, paid_at: null },
	};
}
