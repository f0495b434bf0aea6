import { DECLINE_MESSAGES, testCard } from "./cards.ts";
import { newCharge } from "./payment-objects.ts";
import { newId } from "./store.ts";
import type { Invoice, PaymentIntent, PaymentMethod } from "./stored.ts";
import type { World } from "./world.ts";

export type PaymentResult = "paid" | "declined" | "authenticate";

/** Who is there when the card is charged: the customer on a page, also past 3-D Secure, or nobody. */
export type Presence = "present" | "authenticated" | "absent";

/** Tries to pay an open invoice with a card; writes intent, charge and invoice and emits their events. */
export function payInvoice(
	world: World,
	invoice: Invoice,
	options: { method: PaymentMethod | undefined; presence: Presence },
): PaymentResult {
	if (invoice.amount_remaining === 0) {
		settleInvoice(world, invoice);
		return "paid";
	}
	const intent = intentOf(world, invoice);
	const { method } = options;
	if (!intent || !method) return failWithoutCard(world, invoice);
	const card = testCard(world.store.cards.get(method.id)?.number ?? "");
	const outcome = options.presence === "absent" ? (card?.later ?? card?.outcome) : card?.outcome;
	if (outcome === "authenticate" && options.presence !== "authenticated") {
		return askForAuthentication(world, invoice, { intent, method });
	}
	if (outcome === "declined") {
		const declineCode = card?.declineCode ?? "generic_decline";
		return decline(world, invoice, { intent, method, declineCode });
	}
	return succeed(world, invoice, { intent, method });
}

/** The payment intent behind an invoice; a free invoice has none. */
export function intentOf({ store }: World, invoice: Invoice): PaymentIntent | undefined {
	const [payment] = store.invoicePayments.list((one) => one.invoice === invoice.id && one.is_default);
	return store.paymentIntents.get(payment?.payment.payment_intent);
}

/** The customer fails or abandons 3-D Secure. */
export function failAuthentication(world: World, invoice: Invoice, method: PaymentMethod): void {
	const intent = intentOf(world, invoice);
	if (!intent) return;
	world.store.paymentIntents.patch(intent, {
		status: "requires_payment_method",
		next_action: null,
		payment_method: null,
		last_payment_error: {
			type: "invalid_request_error",
			code: "payment_intent_authentication_failure",
			message:
				"The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
			payment_method: structuredClone(method),
		},
	});
	world.emit("payment_intent.payment_failed", intent);
	world.emit("invoice.payment_failed", invoice);
}

/** There is no card to charge. */
function failWithoutCard(world: World, invoice: Invoice): PaymentResult {
	world.store.invoices.patch(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true });
	world.emit("invoice.payment_failed", invoice);
	return "declined";
}

type Attempt = { intent: PaymentIntent; method: PaymentMethod };

function succeed(world: World, invoice: Invoice, { intent, method }: Attempt): PaymentResult {
	const { store } = world;
	const charge = newCharge({ intent, method, created: world.now(invoice.customer), origin: world.origin });
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
	store.invoices.patch(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true });
	settleInvoice(world, invoice);
	return "paid";
}

function settleInvoice(world: World, invoice: Invoice): void {
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

function decline(world: World, invoice: Invoice, attempt: Attempt & { declineCode: string }): PaymentResult {
	const { store } = world;
	const { intent, method, declineCode } = attempt;
	const message = DECLINE_MESSAGES[declineCode] ?? "Your card was declined.";
	const created = world.now(invoice.customer);
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
	store.invoices.patch(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true });
	world.emit("invoice.payment_failed", invoice);
	return "declined";
}

function askForAuthentication(world: World, invoice: Invoice, { intent, method }: Attempt): PaymentResult {
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
	world.store.invoices.patch(invoice, { attempt_count: invoice.attempt_count + 1, attempted: true });
	world.emit("invoice.payment_action_required", invoice);
	return "authenticate";
}
