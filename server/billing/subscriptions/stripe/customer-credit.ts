import type Stripe from "stripe";
import { isMissing } from "./reach-stripe.ts";

/** A customer's credit balance at Stripe, in cents, for their next invoices. */
export type CustomerCredit = { amount: number; currency: string; ledger: Stripe.CustomerBalanceTransaction[] };
type SplitCredit = { credit: CustomerCredit | null; parts: CreditPart[] };

export type CreditSource = {
	paymentIntentId: string;
	amount: number;
	currency: string;
	creditBefore: number;
	since: number;
};

export type CreditPart = { paymentIntentId: string; amount: number; currency: string };

type Row = { stripePaymentIntentId: string; stripeInvoiceId: string | null; amount: number; createdAt: Date };

const BY_HAND = ["adjustment", "initial", "migration"];

/**
 * Reads a customer's credit and splits it by payment; `credit` is null if there is none or the customer is deleted.
 * @param rows every payment of the customer
 * @param comesBack what voiding open invoices will return, in cents
 */
export async function readCredit(
	stripe: Stripe,
	customerId: string,
	{ rows, comesBack = 0, options = {} }: { rows: Row[]; comesBack?: number; options?: Stripe.RequestOptions },
): Promise<SplitCredit> {
	const credit = await readBalance(stripe, customerId, { comesBack, options });
	const parts = credit ? creditByPayment(credit, await readSources(stripe, customerId, rows, options)) : [];
	return { credit, parts };
}

async function readBalance(
	stripe: Stripe,
	customerId: string,
	{ comesBack, options }: { comesBack: number; options: Stripe.RequestOptions },
): Promise<CustomerCredit | null> {
	try {
		const customer = await stripe.customers.retrieve(customerId, {}, options);
		const amount = customer.deleted ? 0 : comesBack - customer.balance;
		if (customer.deleted || !(amount > 0)) return null;
		const ledger = await readLedger(stripe, customerId, options);
		return { amount, currency: customer.currency ?? ledger[0]?.currency ?? "eur", ledger };
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}

export function readLedger(stripe: Stripe, customerId: string, options: Stripe.RequestOptions = {}) {
	return stripe.customers
		.listBalanceTransactions(customerId, { limit: 100 }, options)
		.autoPagingToArray({ limit: 10_000 });
}

async function readSources(
	stripe: Stripe,
	customerId: string,
	rows: Row[],
	options: Stripe.RequestOptions,
): Promise<CreditSource[]> {
	const found = await stripe.invoices
		.list({ customer: customerId, limit: 100 }, options)
		.autoPagingToArray({ limit: 10_000 });
	const invoices = new Map(found.map((invoice) => [invoice.id, invoice]));
	const newestFirst = [...rows].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
	return newestFirst.flatMap(({ stripePaymentIntentId: paymentIntentId, stripeInvoiceId, amount }) => {
		const invoice = invoices.get(stripeInvoiceId ?? "");
		if (!invoice) return [];
		const since = invoice.status_transitions.finalized_at ?? invoice.created;
		const creditBefore = Math.max(0, -invoice.starting_balance);
		return [{ paymentIntentId, amount, currency: invoice.currency, creditBefore, since }];
	});
}

/**
 * Credit belongs to the newest earlier payment, up to its amount, then to older ones (P565); an operator gave the rest.
 * @param sources newest first
 */
export function creditByPayment(credit: CustomerCredit, sources: CreditSource[]): CreditPart[] {
	const { amount: balance, currency, ledger } = credit;
	let known = 0;
	const parts: CreditPart[] = [];
	for (const source of sources.filter((each) => each.currency === currency)) {
		const { paymentIntentId } = source;
		const made = sum(ledger.filter(({ created }) => created >= source.since).map(madeBy));
		const left = source.amount - sum(ledger.filter(isOf(paymentIntentId)).map(({ amount }) => amount));
		const amount = Math.min(balance - source.creditBefore - known, made - known, left);
		if (amount <= 0) continue;
		known += amount;
		parts.push({ paymentIntentId, amount, currency });
	}
	return parts;
}

/**
 * Takes credit off a customer's balance because its payment is refunded.
 * @param reason `paid back`: with the whole payment; `refund`: this part by itself
 */
export async function takeCredit(
	stripe: Stripe,
	customerId: string,
	{ paymentIntentId, amount, currency }: CreditPart,
	reason: "paid back" | "refund",
): Promise<void> {
	await stripe.customers.createBalanceTransaction(customerId, {
		amount,
		currency,
		description: reason === "refund" ? `Refunded to the card: ${paymentIntentId}` : `Paid back: ${paymentIntentId}`,
		metadata: { payment_intent: paymentIntentId, reason },
	});
}

/** The payment metadata key that keeps its credit after the customer is deleted. */
export const NOTED_CREDIT = "unused_credit";

/** Stripe deletes balances with the customer but keeps payments, so the credit stays refundable (P566). */
export async function noteCredit(
	stripe: Stripe,
	customerId: string,
	{ rows, options = {} }: { rows: Row[]; options?: Stripe.RequestOptions },
): Promise<void> {
	const { credit, parts } = await readCredit(stripe, customerId, { rows, options });
	if (!credit) return;
	for (const { paymentIntentId: id, amount } of parts) {
		const noted = amount + takenToRefund(credit.ledger, id);
		await stripe.paymentIntents.update(id, { metadata: { [NOTED_CREDIT]: String(noted) } }, options);
	}
}

/** The amount taken off the balance to refund a payment, refunded or not. */
export function takenToRefund(ledger: Stripe.CustomerBalanceTransaction[], paymentIntentId: string): number {
	const taken = ledger.filter(isOf(paymentIntentId)).filter(({ metadata }) => metadata?.reason === "refund");
	return sum(taken.map(({ amount }) => amount));
}

/** Returned credit counts as negative. What an invoice uses, or a void returns, isn't new credit. */
function madeBy({ type, amount, ending_balance: ending, metadata }: Stripe.CustomerBalanceTransaction): number {
	if (metadata?.payment_intent) return -amount;
	if (BY_HAND.includes(type) || type === "unapplied_from_invoice" || amount >= 0) return 0;
	return Math.min(-amount, Math.max(0, -ending));
}

function isOf(paymentIntentId: string) {
	return ({ metadata }: Stripe.CustomerBalanceTransaction) => metadata?.payment_intent === paymentIntentId;
}

function sum(amounts: number[]): number {
	return amounts.reduce((total, amount) => total + amount, 0);
}
