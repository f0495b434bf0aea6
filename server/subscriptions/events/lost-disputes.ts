import { inArray } from "drizzle-orm";
import type Stripe from "stripe";
import type { Tx } from "#server/db/tx.ts";
import { payments } from "#shared/subscriptions/payments.table.ts";
import { isLive } from "../sync/live-subscription.ts";
import { subscriptionOf } from "../sync/void-invoices.ts";
import type { StripeEventReference } from "./stripe-event.ts";

type Options = {
	stripe: Stripe;
	/** Events that are being worked off, after the sync that has read their payments. */
	events: { type: string; payload: unknown }[];
	/** The customer's subscriptions, as that sync read them. */
	found: Stripe.Subscription[];
};

/**
 * Ends the subscription of each payment whose dispute was closed as lost, at once and without proration (P267). Only the
 * event ends it: an operator may let the customer subscribe again, and no later sync undoes that.
 * @returns whether any was ended; then the customer is to be read again
 */
export async function endAfterLostDisputes(tx: Tx, { stripe, events, found }: Options): Promise<boolean> {
	const closed = events
		.filter(({ type }) => type === "charge.dispute.closed")
		.flatMap(({ payload }) => (payload as StripeEventReference).data.object.payment_intent ?? []);
	if (closed.length === 0) return false;
	const rows = await tx.select().from(payments).where(inArray(payments.stripePaymentIntentId, closed));
	let isEnded = false;
	for (const { status, stripeInvoiceId } of rows) {
		if (status !== "lost" || !stripeInvoiceId) continue;
		const id = subscriptionOf(await stripe.invoices.retrieve(stripeInvoiceId));
		if (!found.some((each) => each.id === id && isLive(each))) continue;
		await stripe.subscriptions.cancel(id ?? "", { prorate: false, invoice_now: false });
		isEnded = true;
	}
	return isEnded;
}
