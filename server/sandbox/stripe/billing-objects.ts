import { planOf } from "./catalog-objects.ts";
import { newId } from "./store.ts";
import type {
	Customer,
	Invoice,
	InvoiceLine,
	InvoicePayment,
	Price,
	Subscription,
	SubscriptionItem,
} from "./stored.ts";

/** Builders of billing objects: every field of the API version, the given ones set. */
export function newSubscription(
	fields: Partial<Subscription> & { customer: string; currency: string; created: number },
): Subscription {
	const id = fields.id ?? newId("sub");
	return {
		id,
		object: "subscription",
		application: null,
		application_fee_percent: null,
		automatic_tax: { disabled_reason: null, enabled: false, liability: null },
		billing_cycle_anchor: fields.created,
		billing_cycle_anchor_config: null,
		billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
		billing_schedules: [],
		billing_thresholds: null,
		cancel_at: null,
		cancel_at_period_end: false,
		canceled_at: null,
		cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
		collection_method: "charge_automatically",
		customer_account: null,
		days_until_due: null,
		default_payment_method: null,
		default_source: null,
		default_tax_rates: [],
		description: null,
		discounts: [],
		ended_at: null,
		invoice_settings: {
			account_tax_ids: null,
			custom_fields: null,
			description: null,
			footer: null,
			issuer: { type: "self" },
		},
		items: { object: "list", data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
		latest_invoice: null,
		livemode: false,
		managed_payments: { enabled: false },
		metadata: {},
		next_pending_invoice_item_invoice: null,
		on_behalf_of: null,
		pause_collection: null,
		payment_settings: {
			payment_method_options: null,
			payment_method_types: null,
			save_default_payment_method: "off",
		},
		pending_invoice_item_interval: null,
		pending_setup_intent: null,
		pending_update: null,
		schedule: null,
		start_date: fields.created,
		status: "incomplete",
		test_clock: null,
		transfer_data: null,
		trial_end: null,
		trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
		trial_start: null,
		...fields,
	};
}

export function newSubscriptionItem(fields: {
	subscription: string;
	price: Price;
	created: number;
	periodStart: number;
	periodEnd: number;
}): SubscriptionItem {
	return {
		id: newId("si", 14),
		object: "subscription_item",
		billing_thresholds: null,
		created: fields.created,
		current_period_end: fields.periodEnd,
		current_period_start: fields.periodStart,
		current_trial: null,
		discounts: [],
		metadata: {},
		plan: planOf(fields.price),
		price: structuredClone(fields.price),
		quantity: 1,
		subscription: fields.subscription,
		tax_rates: [],
	};
}

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
		quantity: 1,
		quantity_decimal: "1",
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
