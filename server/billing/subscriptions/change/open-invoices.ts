import type { Logger } from "pino";
import Stripe from "stripe";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { isUnchargedRenewal } from "../sync/subscription-row.ts";

export type PastDueColumns = Pick<Subscription, "owedAmount" | "owedCurrency" | "owedAt" | "owedInvoices">;

export type OpenInvoices = ReturnType<typeof createOpenInvoices>;

export function isOwing({ status }: { status: string }): boolean {
	return status === "past_due" || status === "unpaid";
}

/**
 * The newest open invoice, by which Stripe judges a past-due subscription. An unpaid plan change doesn't count: it is
 * dropped.
 * @param invoices newest first, as Stripe lists them
 */
export function openInvoice(invoices: Stripe.Invoice[]): Stripe.Invoice | undefined {
	return openOnes(invoices)[0];
}

/** The row's past-due columns; null and 0 for a subscription without an open invoice. */
export function pastDueColumns(subscription: Stripe.Subscription | null, invoices: Stripe.Invoice[]): PastDueColumns {
	const invoice = subscription && isOwing(subscription) ? openInvoice(invoices) : undefined;
	return {
		owedAmount: invoice?.amount_remaining ?? null,
		owedCurrency: invoice?.currency ?? null,
		owedAt: invoice ? new Date(invoice.created * 1000) : null,
		owedInvoices: invoice ? openOnes(invoices).length : 0,
	};
}

export function createOpenInvoices({ stripe }: { stripe: Stripe }) {
	return {
		/**
		 * Ends an unpaid subscription at once: past due (P261), paused by Stripe, or renewed but not yet charged (P572).
		 * Call it while holding the user's billing lock.
		 * @returns false if the period is paid, possibly at this moment: it can end with that period
		 */
		async end(subscription: Stripe.Subscription): Promise<boolean> {
			if (!(await isUnpaid(stripe, subscription))) return false;
			await stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false }, WHILE_SOMEONE_WAITS);
			return true;
		},
	};
}

/** Invoices are voided first, so that no payment is taken for an ended subscription. */
async function isUnpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
	if (isOwing(subscription)) return voidOwed(stripe, subscription);
	return subscription.status === "paused" || voidRenewal(stripe, subscription);
}

/** False if the newest invoice has been paid meanwhile. */
async function voidOwed(stripe: Stripe, { id: subscription }: Stripe.Subscription): Promise<boolean> {
	const { data } = await stripe.invoices.list({ subscription, limit: 100 }, WHILE_SOMEONE_WAITS);
	const newest = data.find(({ status }) => status === "open" || status === "paid");
	if (newest?.status === "paid") return false;
	for (const invoice of data.filter(({ status }) => status === "open")) {
		if ((await voidInvoice(stripe, invoice)) === "paid") return false;
	}
	return true;
}

/**
 * Stripe can't delete a subscription's draft, and voids only finalized invoices. Source:
 * docs.stripe.com/api/invoices/delete.
 */
async function voidRenewal(
	stripe: Stripe,
	{ status, pause_collection: pause, latest_invoice: latest }: Stripe.Subscription,
): Promise<boolean> {
	if (status !== "active" || pause || !latest) return false;
	const invoice = typeof latest === "string" ? await stripe.invoices.retrieve(latest, {}, WHILE_SOMEONE_WAITS) : latest;
	if (!isUnchargedRenewal(invoice)) return false;
	if (invoice.status === "draft") {
		await stripe.invoices.finalizeInvoice(invoice.id, { auto_advance: false }, WHILE_SOMEONE_WAITS);
	}
	return (await voidInvoice(stripe, invoice)) === "void";
}

function openOnes(invoices: Stripe.Invoice[]): Stripe.Invoice[] {
	return invoices.filter(({ status, billing_reason: reason }) => status === "open" && reason !== "subscription_update");
}

/** Whether its page still takes payments, as an uncollectible invoice's does. */
export function isPayable({ status }: Stripe.Invoice): boolean {
	return status === "open" || status === "uncollectible";
}

/** Voids all of a customer's open invoices, so that neither a retry nor Stripe's own page charges for them (P267). */
export async function voidOpenInvoices(stripe: Stripe, customer: string): Promise<void> {
	for (const status of ["open", "uncollectible"] as const) {
		const open = await stripe.invoices.list({ customer, status, limit: 100 }, WHILE_SOMEONE_WAITS);
		for (const invoice of open.data) await voidInvoice(stripe, invoice);
	}
}

/**
 * Voids open invoices of ended subscriptions (P267). If a payment is in progress, Stripe refuses; the next sync
 * retries.
 * @param invoices the invoices of each subscription, by its id
 */
export async function voidOfEnded(
	stripe: Stripe,
	{ found, invoices, log }: { found: Stripe.Subscription[]; invoices: Map<string, Stripe.Invoice[]>; log: Logger },
): Promise<void> {
	const ofEnded = found.filter(({ status }) => status === "canceled").flatMap(({ id }) => invoices.get(id) ?? []);
	for (const invoice of ofEnded.filter(isPayable)) {
		try {
			await voidInvoice(stripe, invoice);
		} catch (error) {
			if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
			log.warn({ err: error, invoice: invoice.id }, "an invoice of an ended subscription could not be voided");
		}
	}
}

/**
 * Voids one open invoice.
 * @returns `paid` if it was paid at this moment
 * @throws Stripe's refusal if the invoice is neither void nor paid
 */
export async function voidInvoice(stripe: Stripe, { id }: Stripe.Invoice): Promise<"void" | "paid"> {
	try {
		await stripe.invoices.voidInvoice(id, {}, WHILE_SOMEONE_WAITS);
		return "void";
	} catch (error) {
		if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
		const { status } = await stripe.invoices.retrieve(id, {}, WHILE_SOMEONE_WAITS);
		if (status === "paid") return "paid";
		if (status !== "void") throw error;
		return "void";
	}
}

/** The id of the invoice's subscription; null for other invoices. */
export function subscriptionOf({ parent }: Stripe.Invoice): string | null {
	const subscription = parent?.subscription_details?.subscription ?? null;
	return typeof subscription === "object" ? (subscription?.id ?? null) : subscription;
}
