import type Stripe from "stripe";
import type { Payment } from "#shared/billing/subscriptions/payments.table.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type CreditPart, readCredit, takeCredit } from "../stripe/customer-credit.ts";
import { isLive } from "../sync/live-subscription.ts";
import { isPayable, subscriptionOf, voidInvoice } from "./open-invoices.ts";

type Options = { stripe: Stripe; checkout: Pick<Checkout, "closeAll"> };

/** Payments whose money goes back to the customer, and what they have bought. */
export type Purchase = {
	customerId: string;
	/** The ids of payments that are given back. */
	paidBack: string[];
	/** Every payment of the customer: credit that came from others stays. */
	payments: Payment[];
	/** The subscriptions that were paid for, ended ones included. */
	subscriptions: Stripe.Subscription[];
};

/** What ends with a purchase, each part by name. */
export type PurchaseEnd = {
	pages: string[];
	subscriptions: string[];
	invoices: { id: string; amount: number; currency: string }[];
	credit: CreditPart[];
};

/** Called with each completed step at once, so that a later failure hides none. */
export type PurchaseSteps = Partial<{
	closed: (page: string) => void;
	ended: (subscription: string) => void;
	voided: (invoice: string) => void;
	tookCredit: (part: CreditPart) => void;
}>;

/** What {@link endPurchase} would end. Nothing is changed. */
export async function readPurchaseEnd({ stripe }: Pick<Options, "stripe">, purchase: Purchase): Promise<PurchaseEnd> {
	const open = await openInvoicesOf(stripe, purchase);
	const comesBack = open.reduce((sum, { ending_balance: after, starting_balance: before }) => {
		return sum + Math.max(0, (after ?? before) - before);
	}, 0);
	return {
		pages: await openPagesOf(stripe, purchase),
		subscriptions: liveOf(purchase),
		invoices: open.map(named),
		credit: await creditOf(stripe, purchase, comesBack),
	};
}

/**
 * Ends what payments have bought that go back to the customer (P565): pages to pay on, subscriptions (at once, without
 * proration), their open invoices, and the credit that came from these payments. The one place that says what goes with
 * a purchase. After a failure or a crash half-way, running it again does what is left.
 * Call it while holding the user's billing lock.
 */
export async function endPurchase(
	{ stripe, checkout }: Options,
	purchase: Purchase,
	did: PurchaseSteps = {},
): Promise<PurchaseEnd> {
	const { customerId } = purchase;
	const pages = await openPagesOf(stripe, purchase);
	if (pages.length > 0) await checkout.closeAll(customerId);
	for (const page of pages) did.closed?.(page);
	const subscriptions = liveOf(purchase);
	for (const id of subscriptions) {
		await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
		did.ended?.(id);
	}
	const open = await openInvoicesOf(stripe, purchase);
	for (const invoice of open) {
		if ((await voidInvoice(stripe, invoice)) === "void") did.voided?.(invoice.id);
	}
	// Last, since what a voided invoice had used is back by now.
	const credit = await creditOf(stripe, purchase);
	for (const part of credit) {
		await takeCredit(stripe, customerId, part, "paid back");
		did.tookCredit?.(part);
	}
	return { pages, subscriptions, invoices: open.map(named), credit };
}

async function openPagesOf(stripe: Stripe, { customerId: customer }: Purchase): Promise<string[]> {
	const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
	return data.map(({ id }) => id);
}

function liveOf({ subscriptions }: Purchase): string[] {
	return subscriptions.filter(isLive).map(({ id }) => id);
}

async function openInvoicesOf(
	stripe: Stripe,
	{ customerId: customer, subscriptions }: Purchase,
): Promise<Stripe.Invoice[]> {
	const ids = subscriptions.map(({ id }) => id);
	const found = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 10_000 });
	return found.filter((invoice) => isPayable(invoice) && ids.includes(subscriptionOf(invoice) ?? ""));
}

async function creditOf(
	stripe: Stripe,
	{ customerId, payments, paidBack }: Purchase,
	comesBack = 0,
): Promise<CreditPart[]> {
	const { parts } = await readCredit(stripe, customerId, { rows: payments, comesBack });
	return parts.filter(({ paymentIntentId }) => paidBack.includes(paymentIntentId));
}

function named({ id, amount_remaining: amount, currency }: Stripe.Invoice): PurchaseEnd["invoices"][number] {
	return { id, amount, currency };
}
