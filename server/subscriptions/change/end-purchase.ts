import type Stripe from "stripe";
import type { Payment } from "#shared/subscriptions/payments.table.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type CreditPart, creditByPayment, readCredit, readSources, takeCredit } from "../stripe/customer-credit.ts";
import { isLive } from "../sync/live-subscription.ts";
import { isPayable, subscriptionOf, voidInvoice } from "../sync/void-invoices.ts";

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
	const { customerId, subscriptions } = purchase;
	const pages = await stripe.checkout.sessions.list({ customer: customerId, status: "open", limit: 100 });
	const open = await openInvoicesOf(stripe, purchase);
	const comesBack = open.reduce((sum, { ending_balance: after, starting_balance: before }) => {
		return sum + Math.max(0, (after ?? before) - before);
	}, 0);
	return {
		pages: pages.data.map(({ id }) => id),
		subscriptions: subscriptions.filter(isLive).map(({ id }) => id),
		invoices: open.map(({ id, amount_remaining: amount, currency }) => ({ id, amount, currency })),
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
	const end = await readPurchaseEnd({ stripe }, purchase);
	if (end.pages.length > 0) await checkout.closeAll(customerId);
	for (const page of end.pages) did.closed?.(page);
	for (const id of end.subscriptions) {
		await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
		did.ended?.(id);
	}
	for (const invoice of await openInvoicesOf(stripe, purchase)) {
		if ((await voidInvoice(stripe, invoice)) === "void") did.voided?.(invoice.id);
	}
	// Last, since what a voided invoice had used is back by now.
	const credit = await creditOf(stripe, purchase);
	for (const part of credit) {
		await takeCredit(stripe, customerId, part, "paid back");
		did.tookCredit?.(part);
	}
	return { ...end, credit };
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
	const credit = await readCredit(stripe, customerId, { comesBack });
	if (!credit) return [];
	const parts = creditByPayment(credit, await readSources(stripe, customerId, payments));
	return parts.filter(({ paymentIntentId }) => paidBack.includes(paymentIntentId));
}
