import type Stripe from "stripe";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { voidInvoice } from "../sync/void-invoices.ts";

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

/** Ends what waits for a payment, without the payment. */
export function createOpenInvoices({ stripe }: { stripe: Stripe }) {
	return {
		/**
		 * Voids the open invoices of an owing subscription, then ends it at once. In this order: an invoice that is void can't
		 * be paid, so no payment is taken for a subscription that has ended. Call it while holding the user's billing lock.
		 * @returns `paid` where the payment was made at the same moment: then the subscription continues
		 */
		async end(subscription: Stripe.Subscription): Promise<"ended" | "paid"> {
			const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 100 }, WHILE_SOMEONE_WAITS);
			const newest = data.find(({ status }) => status === "open" || status === "paid");
			if (newest?.status === "paid") return "paid";
			for (const invoice of data.filter(({ status }) => status === "open")) {
				if ((await voidInvoice(stripe, invoice)) === "paid") return "paid";
			}
			await stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false }, WHILE_SOMEONE_WAITS);
			return "ended";
		},
	};
}

function openOnes(invoices: Stripe.Invoice[]): Stripe.Invoice[] {
	return invoices.filter(({ status, billing_reason: reason }) => status === "open" && reason !== "subscription_update");
}
