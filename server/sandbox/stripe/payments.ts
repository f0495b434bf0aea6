import { DECLINE_MESSAGES, testCard } from "./cards.ts";
import { newCharge } from "./payment-objects.ts";
import { newId } from "./store.ts";
import type { Invoice, PaymentIntent, PaymentMethod } from "./stored.ts";
import type { World } from "./world.ts";

export type PaymentResult = "paid" | "declined" | "authenticate";

/** Who is present when the card is charged: the customer on a page, also past 3-D Secure, or no one. */
export type Presence = "present" | "authenticated" | "absent";

/** Tries to pay an open invoice with a card; writes intent, charge and invoice and emits their events. */
export function payInvoice(
	world: World,
	invoice: Invoice,
	options: { method: PaymentMethod | undefined; presence: Presence },
): PaymentResult {
	const { method, presence } = options;
	if (invoice.amount_remaining === 0) {
		settleInvoice(world, invoice);
		return "paid";
	}
	const intent = intentOf(world, invoice);
	const result = intent && method ? chargeIntent(world, intent, { method, presence }) : "declined";
	world.store.invoices.patch(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true });
	if (result === "paid") settleInvoice(world, invoice);
	else if (result === "declined") world.emit("invoice.payment_failed", invoice);
	else world.emit("invoice.payment_action_required", invoice);
	return result;
}

/** Tries to charge a payment intent to a card; writes intent and charge and emits their events. */
export function chargeIntent(world: World, intent: PaymentIntent, { method, presence }: Attempt): PaymentResult {
	const card = testCard(world.store.cards.get(method.id)?.number ?? "");
	const outcome = presence === "absent" ? (card?.later ?? card?.outcome) : card?.outcome;
	if (outcome === "authenticate" && presence !== "authenticated") return askForAuthentication(world, intent, method);
	if (outcome === "declined") return decline(world, intent, { method, declineCode: card?.declineCode });
	return succeed(world, intent, method);
}

/** The payment intent behind an invoice; a free invoice has none. */
export function intentOf({ store }: World, invoice: Invoice): PaymentIntent | undefined {
	const [payment] = store.invoicePayments.list((one) => one.invoice === invoice.id && one.is_default);
	return store.paymentIntents.get(payment?.payment.payment_intent);
}

/** The customer fails or abandons 3-D Secure. */
export function failAuthentication(world: World, intent: PaymentIntent): void {
	const method = world.store.paymentMethods.get(intent.payment_method);
	world.store.paymentIntents.patch(intent, {
		status: "requires_payment_method",
		next_action: null,
		payment_method: null,
		last_payment_error: {
			type: "invalid_request_error",
			code: "payment_intent_authentication_failure",
			message:
				"The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
			...(method && { payment_method: structuredClone(method) }),
		},
	});
	world.emit("payment_intent.payment_failed", intent);
}

/** Marks an invoice as paid, with what it was paid by. */
export function settleInvoice(world: World, invoice: Invoice): void {
	const { store } = world;
	const now = world.now(invoice.customer);
	store.invoices.patch(invoice, {
		status: "paid",
		amount_paid: invoice.amount_due,
		amount_remaining: 0,
		attempted: true,
		auto_advance: false,
		next_payment_attempt: null,
		status_transitions: { ...invoice.status_transitions, paid_at: now },
	});
	for (const payment of store.invoicePayments.list((one) => one.invoice === invoice.id && one.status === "open")) {
		store.invoicePayments.patch(payment, {
			status: "paid",
			amount_paid: payment.amount_requested,
			status_transitions: { canceled_at: null, paid_at: now },
		});
		world.emit("invoice_payment.paid", payment);
	}
	world.emit("invoice.paid", invoice);
	world.emit("invoice.payment_succeeded", invoice);
}

type Attempt = { method: PaymentMethod; presence: Presence };

function succeed(world: World, intent: PaymentIntent, method: PaymentMethod): PaymentResult {
	const { store } = world;
	const charge = newCharge({ intent, method, created: world.now(intent.customer), origin: world.origin });
	store.charges.put(charge);
	world.emit("charge.succeeded", charge);
	store.paymentIntents.patch(intent, {
		status: "succeeded",
		amount_received: intent.amount,
		latest_charge: charge.id,
		last_payment_error: null,
		next_action: null,
		payment_method: method.id,
	});
	world.emit("payment_intent.succeeded", intent);
	return "paid";
}

function decline(
	world: World,
	intent: PaymentIntent,
	{ method, declineCode = "generic_decline" }: { method: PaymentMethod; declineCode: string | undefined },
): PaymentResult {
	const { store } = world;
	const message = DECLINE_MESSAGES[declineCode] ?? "Your card was declined.";
	const created = world.now(intent.customer);
	const charge = newCharge({ intent, method, created, origin: world.origin, declineCode, message });
	store.charges.put(charge);
	world.emit("charge.failed", charge);
	store.paymentIntents.patch(intent, {
		status: "requires_payment_method",
		latest_charge: charge.id,
		next_action: null,
		payment_method: null,
		last_payment_error: {
			type: "card_error",
			code: "card_declined",
			decline_code: declineCode,
			charge: charge.id,
			doc_url: "https://stripe.com/docs/error-codes/card-declined",
			message,
			payment_method: structuredClone(method),
		},
	});
	world.emit("payment_intent.payment_failed", intent);
	return "declined";
}

function askForAuthentication(world: World, intent: PaymentIntent, method: PaymentMethod): PaymentResult {
	world.store.paymentIntents.patch(intent, {
		status: "requires_action",
		payment_method: method.id,
		last_payment_error: null,
		next_action: {
			type: "use_stripe_sdk",
			use_stripe_sdk: { type: "three_d_secure_redirect", source: newId("src") },
		} as PaymentIntent["next_action"],
	});
	world.emit("payment_intent.requires_action", intent);
	return "authenticate";
}
