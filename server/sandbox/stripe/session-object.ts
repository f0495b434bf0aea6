import type Stripe from "stripe";
import type { SessionParams } from "./calls/checkout-sessions.ts";
import { newId } from "./store.ts";
import type { CheckoutSession, Price, Stored } from "./stored.ts";
import type { World } from "./world.ts";

/** A hosted checkout session in subscription mode, with every field of the API version. */
export function newSession(
	world: World,
	options: {
		given: SessionParams;
		price: Price;
		created: number;
		expiresAt: number;
		email: string | null;
	},
): CheckoutSession {
	const { given, price, created } = options;
	const id = newId("cs_test", 58);
	const subtotal = price.unit_amount ?? 0;
	const withTax = given.automatic_tax?.enabled ?? false;
	return {
		id,
		object: "checkout.session",
		adaptive_pricing: null,
		after_expiration: null,
		allow_promotion_codes: given.allow_promotion_codes ?? null,
		allowed_payment_method_types: given.allowed_payment_method_types ?? null,
		amount_subtotal: subtotal,
		amount_total: subtotal,
		automatic_tax: {
			enabled: withTax,
			liability: withTax ? { type: "self" } : null,
			provider: withTax ? "stripe" : null,
			status: withTax ? "requires_location_inputs" : null,
		},
		billing_address_collection: given.billing_address_collection ?? null,
		cancel_url: given.cancel_url ?? null,
		client_reference_id: given.client_reference_id ?? null,
		client_secret: null,
		collected_information: { business_name: null, individual_name: null, shipping_details: null },
		consent: null,
		consent_collection: null,
		created,
		currency: price.currency,
		currency_conversion: null,
		custom_fields: [],
		custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
		customer: given.customer,
		customer_account: null,
		customer_creation: null,
		customer_details: {
			address: null,
			business_name: null,
			email: options.email,
			individual_name: null,
			name: null,
			phone: null,
			tax_exempt: "none",
			tax_ids: null,
		},
		customer_email: null,
		discounts: [],
		expires_at: options.expiresAt,
		integration_identifier: null,
		invoice: null,
		invoice_creation: null,
		line_items: {
			object: "list",
			data: [lineItem(world, price)],
			has_more: false,
			url: `/v1/checkout/sessions/${id}/line_items`,
		},
		livemode: false,
		locale: null,
		managed_payments: { enabled: false },
		metadata: given.metadata ?? {},
		mode: "subscription",
		origin_context: null,
		payment_intent: null,
		payment_link: null,
		payment_method_collection: "always",
		payment_method_configuration_details: null,
		payment_method_options: { card: { request_three_d_secure: "automatic" } },
		payment_method_types: ["card"],
		payment_status: "unpaid",
		permissions: null,
		phone_number_collection: { enabled: false },
		recovered_from: null,
		saved_payment_method_options: {
			allow_redisplay_filters: ["always"],
			payment_method_remove: "disabled",
			payment_method_save: null,
		},
		setup_intent: null,
		shipping_address_collection: null,
		shipping_cost: null,
		shipping_options: [],
		status: "open",
		submit_type: null,
		subscription: null,
		success_url: given.success_url,
		tax_id_collection: { enabled: given.tax_id_collection?.enabled ?? false, required: "never" },
		total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
		ui_mode: "hosted_page",
		url: `${world.origin}/sandbox/stripe/checkout/${id}`,
		wallet_options: null,
	};
}

function lineItem(world: World, price: Price): Stored<Stripe.LineItem> {
	const amount = price.unit_amount ?? 0;
	return {
		id: newId("li"),
		object: "item" as const,
		adjustable_quantity: null,
		amount_discount: 0,
		amount_subtotal: amount,
		amount_tax: 0,
		amount_total: amount,
		currency: price.currency,
		description: world.store.products.get(price.product)?.name ?? null,
		metadata: {},
		price: structuredClone(price),
		quantity: 1,
	};
}
