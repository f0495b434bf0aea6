import type Stripe from "stripe";
import { WHILE_SOMEONE_WAITS } from "../stripe/reach-stripe.ts";
import { isUnchargedRenewal } from "../sync/subscription-row.ts";
import { voidInvoice } from "../sync/void-invoices.ts";

/**
 * Ends a subscription at once where nothing is paid for its present period (P572): one that Stripe has paused, and one in the
 * hour between its renewal and the charge. Call it while holding the user's billing lock.
 * @returns false where its period is paid: it ends with that
 */
export async function endAtOnce(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
	const isUnpaid = subscription.status === "paused" || (await voidRenewal(stripe, subscription));
	if (!isUnpaid) return false;
	await stripe.subscriptions.cancel(subscription.id, { prorate: false, invoice_now: false }, WHILE_SOMEONE_WAITS);
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
