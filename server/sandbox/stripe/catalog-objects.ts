import type Stripe from "stripe";
import { newId } from "./store.ts";
import type { Coupon, Customer, Price, Product, PromotionCode, Stored } from "./stored.ts";

/** Builders of catalogue objects: every field of the API version, the given ones set. */
export function newCustomer(fields: Partial<Customer> & { created: number }): Customer {
	return {
		id: newId("cus", 14),
		object: "customer",
		address: null,
		balance: 0,
		currency: null,
		customer_account: null,
		default_source: null,
		delinquent: false,
		description: null,
		discount: null,
		email: null,
		invoice_prefix: newId("x", 8).slice(2).toUpperCase(),
		invoice_settings: {
			custom_fields: null,
			default_payment_method: null,
			footer: null,
			rendering_options: null,
		},
		livemode: false,
		metadata: {},
		name: null,
		next_invoice_sequence: 1,
		phone: null,
		preferred_locales: [],
		shipping: null,
		tax_exempt: "none",
		test_clock: null,
		...fields,
	};
}

export function newProduct(fields: Partial<Product> & { name: string; created: number }): Product {
	return {
		id: newId("prod", 14),
		object: "product",
		active: true,
		default_price: null,
		description: null,
		images: [],
		livemode: false,
		marketing_features: [],
		metadata: {},
		package_dimensions: null,
		shippable: null,
		statement_descriptor: null,
		tax_code: null,
		tax_details: null,
		type: "service",
		unit_label: null,
		updated: fields.created,
		url: null,
		...fields,
	};
}

export function newPrice(
	fields: Partial<Price> & { product: string; currency: string; unit_amount: number; created: number },
): Price {
	return {
		id: newId("price"),
		object: "price",
		active: true,
		billing_scheme: "per_unit",
		custom_unit_amount: null,
		livemode: false,
		lookup_key: null,
		metadata: {},
		nickname: null,
		recurring: null,
		tax_behavior: "unspecified",
		tiers_mode: null,
		transform_quantity: null,
		type: fields.recurring ? "recurring" : "one_time",
		unit_amount_decimal: String(fields.unit_amount),
		...fields,
	};
}

/** The older `plan` view of a price, which subscription items still carry. */
export function planOf(price: Price): Stored<Stripe.Plan> {
	return {
		id: price.id,
		object: "plan",
		active: price.active,
		amount: price.unit_amount,
		amount_decimal: price.unit_amount_decimal,
		billing_scheme: price.billing_scheme,
		created: price.created,
		currency: price.currency,
		interval: price.recurring?.interval ?? "month",
		interval_count: price.recurring?.interval_count ?? 1,
		livemode: false,
		metadata: price.metadata,
		meter: null,
		nickname: price.nickname,
		product: price.product,
		tiers_mode: null,
		transform_usage: null,
		trial_period_days: null,
		usage_type: "licensed",
	};
}

export function newCoupon(fields: Partial<Coupon> & { created: number }): Coupon {
	return {
		id: newId("c", 8).slice(2),
		object: "coupon",
		amount_off: null,
		currency: null,
		duration: "once",
		duration_in_months: null,
		livemode: false,
		max_redemptions: null,
		metadata: {},
		name: null,
		percent_off: null,
		redeem_by: null,
		times_redeemed: 0,
		valid: true,
		...fields,
	};
}

export function newPromotionCode({
	isForFirstTime,
	...fields
}: Partial<PromotionCode> & {
	code: string;
	promotion: PromotionCode["promotion"];
	created: number;
	isForFirstTime: boolean;
}): PromotionCode {
	return {
		id: newId("promo"),
		object: "promotion_code",
		active: true,
		customer: null,
		customer_account: null,
		expires_at: null,
		livemode: false,
		max_redemptions: null,
		metadata: {},
		restrictions: { first_time_transaction: isForFirstTime, minimum_amount: null, minimum_amount_currency: null },
		times_redeemed: 0,
		...fields,
	};
}
