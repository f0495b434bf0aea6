import type { Logger } from "pino";
import Stripe from "stripe";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { isUnchargedRenewal } from "../sync/subscription-row.ts";

export type PastDueColumns = Pick<Subscription, "owedAmount" | "owedCurrency" | "owedAt" | "owedInvoices">;

export type OpenInvoices = ReturnType<typeof createOpenInvoices>;

/** Whether a subscription waits for a payment that failed. */
export function isOwing({ status }: { status: string }): boolean {
	return status === "past_due" || status === "unpaid";
}

/**
 * The invoice whose payment makes an owing subscription valid again: the newest open one, since Stripe judges by the
 * newest. That of a change of plan is not owed: an unpaid change is dropped.
 * @param invoices newest first, as Stripe lists them
 */
export function openInvoice(invoices: Stripe.Invoice[]): Stripe.Invoice | undefined {
	return openOnes(invoices)[0];
}

/** The row's columns about the amount owed; all null and 0 for a subscription without an open invoice. */
export function pastDueColumns(subscription: Stripe.Subscription | null, invoices: Stripe.Invoice[]): PastDueColumns {
	const invoice = subscription && isOwing(subscription) ? openInvoice(invoices) : undefined;
	return {
		owedAmount: invoice?.amount_remaining ?? null,
		owedCurrency: invoice?.currency ?? null,
		owedAt: invoice ? new Date(invoice.created * 1000) : null,
		owedInvoices: invoice ? openOnes(invoices).length : 0,
	};
}

/** Ends what isn't paid, without a payment. */
export function createOpenInvoices({ stripe }: { stripe: Stripe }) {
	return {
		/**
		 * Ends a subscription at once where nothing is paid for its present period: one that owes (P261), one that Stripe has
		 * paused, and one in the hour between its renewal and the charge (P572). Call it while holding the user's billing lock.
		 * @returns false where its period is paid, perhaps at this moment: then it can end with that
		 */
		async end(subscription: Stripe.Subscription): Promise<boolean> {
			if (!(await isUnpaid(stripe, subscription))) return false;
			await stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false }, WHILE_SOMEONE_WAITS);
			return true;
		},
	};
}

/** Invoices are voided first: no payment is taken for a subscription that has ended. */
async function isUnpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
	if (isOwing(subscription)) return voidOwed(stripe, subscription);
	return subscription.status === "paused" || voidRenewal(stripe, subscription);
}

/** False if the newest invoice is paid by now. */
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
 * Voids the renewal that is still to be charged. Stripe deletes no draft of a subscription, and voids only what is finalized.
 * Source: docs.stripe.com/api/invoices/delete.
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

/** An invoice that its page still takes money for; an uncollectible one, too. */
export function isPayable({ status }: Stripe.Invoice): boolean {
	return status === "open" || status === "uncollectible";
}

/** Voids every open invoice of a customer, so that neither a retry nor Stripe's own page takes money for it (P267). */
export async function voidOpenInvoices(stripe: Stripe, customer: string): Promise<void> {
	for (const status of ["open", "uncollectible"] as const) {
		const open = await stripe.invoices.list({ customer, status, limit: 100 }, WHILE_SOMEONE_WAITS);
		for (const invoice of open.data) await voidInvoice(stripe, invoice);
	}
}

/**
 * Voids what is still open of subscriptions that have ended, such as after the last failed retry (P267). What Stripe
 * refuses to void, because a payment is under way, is logged and tried with the next sync.
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

/** The subscription that an invoice is of; null for any other invoice. */
export function subscriptionOf({ parent }: Stripe.Invoice): string | null {
	const subscription = parent?.subscription_details?.subscription ?? null;
	return typeof subscription === "object" ? (subscription?.id ?? null) : subscription;
}
