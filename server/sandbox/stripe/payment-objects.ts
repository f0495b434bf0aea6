import { createHash } from "node:crypto";
import { testCard } from "./cards.ts";
import { newId } from "./store.ts";
import type { Charge, PaymentIntent, PaymentMethod } from "./stored.ts";

/** Builders of payment objects: every field of the API version, the given ones set. */
export function newPaymentMethod(fields: Partial<PaymentMethod> & { created: number }, number: string): PaymentMethod {
	const card = testCard(number);
	return {
		id: newId("pm"),
		object: "payment_method",
		allow_redisplay: "limited",
		billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
		card: {
			brand: card?.brand ?? "visa",
			checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
			country: card?.country ?? "US",
			display_brand: card?.brand ?? "visa",
			exp_month: 12,
			exp_year: 2034,
			fingerprint: createHash("sha256").update(number).digest("base64url").slice(0, 16),
			funding: "credit",
			generated_from: null,
			last4: number.slice(-4),
			networks: { available: [card?.brand ?? "visa"], preferred: null },
			regulated_status: "unregulated",
			three_d_secure_usage: { supported: true },
			wallet: null,
		},
		customer: null,
		customer_account: null,
		livemode: false,
		metadata: {},
		type: "card",
		...fields,
	};
}

export function newPaymentIntent(
	fields: Partial<PaymentIntent> & { amount: number; currency: string; created: number },
): PaymentIntent {
	const id = newId("pi");
	return {
		id,
		object: "payment_intent",
		allowed_payment_method_types: null,
		amount_capturable: 0,
		amount_received: 0,
		application: null,
		application_fee_amount: null,
		automatic_payment_methods: null,
		canceled_at: null,
		cancellation_reason: null,
		capture_method: "automatic",
		client_secret: `${id}_secret_${newId("s").slice(2)}`,
		confirmation_method: "automatic",
		customer: null,
		customer_account: null,
		description: null,
		excluded_payment_method_types: null,
		last_payment_error: null,
		latest_charge: null,
		livemode: false,
		managed_payments: { enabled: false },
		metadata: {},
		next_action: null,
		on_behalf_of: null,
		payment_method: null,
		payment_method_configuration_details: null,
		payment_method_options: {},
		payment_method_types: ["card"],
		payment_record: null,
		processing: null,
		receipt_email: null,
		review: null,
		setup_future_usage: "off_session",
		shipping: null,
		source: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		status: "requires_payment_method",
		transfer_data: null,
		transfer_group: null,
		...fields,
	};
}

export function newCharge(options: {
	intent: PaymentIntent;
	method: PaymentMethod;
	created: number;
	origin: string;
	declineCode?: string | undefined;
	message?: string | undefined;
}): Charge {
	const { intent, method, declineCode } = options;
	const id = newId("ch");
	const paid = declineCode === undefined;
	const card = method.card;
	return {
		id,
		object: "charge",
		amount: intent.amount,
		amount_captured: paid ? intent.amount : 0,
		amount_refunded: 0,
		application: null,
		application_fee: null,
		application_fee_amount: null,
		balance_transaction: paid ? newId("txn") : null,
		billing_details: method.billing_details,
		calculated_statement_descriptor: "SANDBOX",
		captured: paid,
		created: options.created,
		currency: intent.currency,
		customer: intent.customer,
		description: intent.description,
		disputed: false,
		failure_balance_transaction: null,
		failure_code: paid ? null : "card_declined",
		failure_message: paid ? null : (options.message ?? null),
		fraud_details: {},
		livemode: false,
		metadata: intent.metadata,
		on_behalf_of: null,
		outcome: {
			advice_code: null,
			network_advice_code: null,
			network_decline_code: null,
			network_status: paid ? "approved_by_network" : "declined_by_network",
			reason: declineCode ?? null,
			risk_level: "normal",
			risk_score: 7,
			seller_message: paid ? "Payment complete." : "The bank did not return any further details with this decline.",
			type: paid ? "authorized" : "issuer_declined",
		},
		paid,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: {
			card: {
				amount_authorized: paid ? intent.amount : null,
				authorization_code: null,
				brand: card?.brand ?? null,
				checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
				country: card?.country ?? null,
				electronic_commerce_indicator: null,
				exp_month: card?.exp_month ?? 12,
				exp_year: card?.exp_year ?? 2034,
				fingerprint: card?.fingerprint ?? null,
				funding: "credit",
				installments: null,
				last4: card?.last4 ?? null,
				mandate: null,
				network: card?.brand ?? null,
				network_transaction_id: null,
				regulated_status: "unregulated",
				three_d_secure: null,
				transaction_link_id: null,
				wallet: null,
			},
			type: "card",
		},
		radar_options: {},
		receipt_email: null,
		receipt_number: null,
		receipt_url: paid ? `${options.origin}/sandbox/stripe/receipts/${id}` : null,
		refunded: false,
		review: null,
		shipping: null,
		source: null,
		source_transfer: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		status: paid ? "succeeded" : "failed",
		transfer_data: null,
		transfer_group: null,
	};
}
