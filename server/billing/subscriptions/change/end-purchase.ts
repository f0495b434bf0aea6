import type Stripe from "stripe";
import type { Payment } from "#shared/billing/subscriptions/payments.table.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { type CreditPart, readCredit, takeCredit } from "../stripe/customer-credit.ts";
import { isLive } from "../sync/live-subscription.ts";
import { isPayable, subscriptionOf, voidInvoice } from "./open-invoices.ts";

type Options = { stripe: Stripe; checkout: Pick<Checkout, "closeAll"> };

export type Purchase = {
	customerId: string;
	paidBack: string[];
	/** All of the customer's payments: credit from the others remains. */
	payments: Payment[];
	subscriptions: Stripe.Subscription[];
};

export type PurchaseEnd = {
	pages: string[];
	subscriptions: string[];
	invoices: { id: string; amount: number; currency: string }[];
	credit: CreditPart[];
};

/** Called after each completed step, so that a later failure doesn't hide it. */
export type PurchaseSteps = Partial<{
	closed: (page: string) => void;
	ended: (subscription: string) => void;
	voided: (invoice: string) => void;
	tookCredit: (part: CreditPart) => void;
}>;

/** What {@link endPurchase} would end; changes nothing. */
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

/** Ends all that refunded payments have bought (P565). Can be rerun. Call it while holding the user's billing lock. */
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
	// Last, because voided invoices have now returned the credit they used.
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
