import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";

/** States in which part of a payment may still be refundable. */
export const REFUNDABLE = ["succeeded", "partially_refunded"];
/** States of a payment that was received, whether refunded or not. */
export const ARRIVED = [...REFUNDABLE, "refunded"];

type PaymentRow = Omit<typeof payments.$inferInsert, "id" | "userId">;
export type CustomerPayments = {
	rows: PaymentRow[];
	/** The invoices of each subscription, of any status, newest first, by its id. */
	invoices: Map<string, Stripe.Invoice[]>;
	cardCountry: string | null;
	hasUsedCode: boolean;
};

/** Since API version 2025-03-31, an invoice's `payments` link to payment intents, and not the reverse. */
export async function readPayments(
	stripe: Stripe,
	customer: string,
	subscriptions: Stripe.Subscription[],
): Promise<CustomerPayments> {
	if (subscriptions.length === 0) return { rows: [], cardCountry: null, hasUsedCode: false, invoices: new Map() };
	const found = subscriptions.map(async (each) => [each.id, await invoicesOf(stripe, each)] as const);
	const bySubscription = new Map(await Promise.all(found));
	const invoices = [...bySubscription.values()].flat();
	const paid = (await Promise.all(invoices.map((invoice) => paymentsOf(stripe, invoice)))).flat();
	const intents = new Map((await intentsOf(stripe, customer)).map((intent) => [intent.id, intent]));
	const rows: PaymentRow[] = [];
	for (const each of paid) {
		const intent = intents.get(each.intentId);
		const row = intent && (await toRow(stripe, each, intent));
		if (row) rows.push(row);
	}
	const hasUsedCode = invoices.some(({ total_discount_amounts: off }) => off?.some(({ amount }) => amount > 0));
	return { rows, cardCountry: cardCountryOf([...intents.values()]), hasUsedCode, invoices: bySubscription };
}

/**
 * The current state of a payment; Stripe keeps those of deleted customers.
 * @returns null before the first attempt
 */
async function readPaymentStatus(stripe: Stripe, intentId: string): Promise<string | null> {
	const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ["latest_charge"] });
	return statusOf(stripe, intent, chargeOf(intent));
}

/** Refreshes one payment's row from Stripe; before the first attempt it stays unchanged. */
export async function refreshPayment(queryable: Db | Tx, stripe: Stripe, intentId: string): Promise<void> {
	const status = await readPaymentStatus(stripe, intentId);
	if (status) await queryable.update(payments).set({ status }).where(eq(payments.stripePaymentIntentId, intentId));
}

type InvoicePaid = { invoice: Stripe.Invoice; payment: Stripe.InvoicePayment; intentId: string };

function invoicesOf(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
	return stripe.invoices
		.list({ subscription: subscription.id, limit: 100, expand: ["data.payments"] })
		.autoPagingToArray({ limit: 10_000 });
}

async function paymentsOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<InvoicePaid[]> {
	const all = invoice.payments?.has_more
		? await stripe.invoicePayments.list({ invoice: invoice.id, limit: 100 }).autoPagingToArray({ limit: 1_000 })
		: (invoice.payments?.data ?? []);
	return all.flatMap((payment) => {
		const intent = payment.payment.payment_intent;
		if (!intent) return [];
		return [{ invoice, payment, intentId: typeof intent === "string" ? intent : intent.id }];
	});
}

function intentsOf(stripe: Stripe, customer: string): Promise<Stripe.PaymentIntent[]> {
	return stripe.paymentIntents
		.list({ customer, limit: 100, expand: ["data.latest_charge"] })
		.autoPagingToArray({ limit: 10_000 });
}

async function toRow(stripe: Stripe, paid: InvoicePaid, intent: Stripe.PaymentIntent): Promise<PaymentRow | null> {
	const charge = chargeOf(intent);
	const status = await statusOf(stripe, intent, charge);
	if (!status) return null;
	return {
		stripePaymentIntentId: intent.id,
		stripeInvoiceId: paid.invoice.id,
		amount: paid.payment.amount_paid ?? intent.amount,
		currency: paid.invoice.currency,
		status,
		paymentMethod: describeMethod(charge),
		receiptUrl: charge?.receipt_url ?? null,
		createdAt: new Date(triedAt(intent) * 1000),
	};
}

/** The country of the last card that paid is location evidence for VAT (P45). */
function cardCountryOf(intents: Stripe.PaymentIntent[]): string | null {
	const [newest] = intents
		.filter((intent) => intent.status === "succeeded" && chargeOf(intent)?.payment_method_details?.card?.country)
		.sort((a, b) => triedAt(b) - triedAt(a));
	return (newest && chargeOf(newest)?.payment_method_details?.card?.country) ?? null;
}

/** Unix seconds. A renewal keeps its payment intent through weeks of retries, so the charge's time counts. */
function triedAt(intent: Stripe.PaymentIntent): number {
	return chargeOf(intent)?.created ?? intent.created;
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null {
	return typeof charge === "object" ? charge : null;
}

async function statusOf(
	stripe: Stripe,
	intent: Stripe.PaymentIntent,
	charge: Stripe.Charge | null,
): Promise<string | null> {
	switch (intent.status) {
		case "succeeded":
			return charge ? settledStatus(stripe, charge) : "succeeded";
		case "requires_payment_method":
			return intent.last_payment_error ? "failed" : null;
		default:
			return intent.status;
	}
}

async function settledStatus(stripe: Stripe, charge: Stripe.Charge): Promise<string> {
	// `disputed` stays true after a dispute; only the dispute itself has the outcome.
	if (charge.disputed) {
		const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 });
		if (data.some((dispute) => dispute.status === "lost")) return "lost";
		if (data.some((dispute) => !["won", "warning_closed", "prevented"].includes(dispute.status))) return "disputed";
	}
	if (charge.refunded) return "refunded";
	return charge.amount_refunded > 0 ? "partially_refunded" : "succeeded";
}

function describeMethod(charge: Stripe.Charge | null): string | null {
	const details = charge?.payment_method_details;
	if (!details) return null;
	return details.card ? `${details.card.brand} •${details.card.last4}` : details.type;
}
