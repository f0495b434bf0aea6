import type Stripe from "stripe";
import type { TestApp } from "../app/test-app.ts";
import { type BillingApp, rowsOf } from "./billing.ts";

/**
 * What our rows must say about a customer, told by Stripe alone and by another way than the sync's: from charges
 * rather than from invoices and payment intents.
 */
export async function truthOf({ stripe, sandbox }: BillingApp, customer: string) {
	const subscriptions = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
	const intents = await stripe.paymentIntents.list({ customer, limit: 100 });
	const charges = sandbox?.kept.charges(customer) ?? [];
	const disputes = sandbox?.kept.disputes() ?? [];
	// Attempts that failed on a checkout page have no invoice: nothing came of them (API version 2025-03-31 and later).
	const invoiced = new Set(sandbox?.kept.invoicePayments().map(({ payment }) => payment.payment_intent));
	return {
		subscriptions: subscriptions.data
			.map((one) => {
				const item = one.items.data[0];
				const end = Math.min(item?.current_period_end ?? 0, one.cancel_at ?? Number.POSITIVE_INFINITY);
				return {
					id: one.id,
					price: item?.price.lookup_key ?? "",
					status: one.status as string,
					ends: one.cancel_at_period_end || one.cancel_at !== null,
					start: new Date((item?.current_period_start ?? 0) * 1000).toISOString(),
					end: new Date(end * 1000).toISOString(),
				};
			})
			.sort(byId),
		payments: intents.data
			.filter(({ id }) => invoiced.has(id))
			.flatMap((intent) => {
				const mine = charges.filter((charge) => charge.payment_intent === intent.id);
				const status = statusOf({ intent, charges: mine, disputes });
				return status ? [{ id: intent.id, status, amount: intent.amount }] : [];
			})
			.sort(byId),
	};
}

/** The same about one user, told by our rows. */
export async function copyOf(app: TestApp, userId: string): ReturnType<typeof truthOf> {
	const rows = await rowsOf(app, userId);
	return {
		subscriptions: rows.subscriptions
			.map((row) => ({
				id: row.stripeSubscriptionId,
				price: `${row.planId}_${row.isAnnual ? "yearly" : "monthly"}`,
				status: row.status,
				ends: row.cancelAtPeriodEnd,
				start: row.currentPeriodStart.toISOString(),
				end: row.currentPeriodEnd.toISOString(),
			}))
			.sort(byId),
		payments: rows.payments
			.map((row) => ({ id: row.stripePaymentIntentId, status: row.status, amount: row.amount }))
			.sort(byId),
	};
}

type Kept = NonNullable<BillingApp["sandbox"]>["kept"];
type Told = {
	intent: Stripe.PaymentIntent;
	charges: ReturnType<Kept["charges"]>;
	disputes: ReturnType<Kept["disputes"]>;
};

function statusOf({ intent, charges, disputes }: Told): string | null {
	if (intent.status === "requires_action" || intent.status === "canceled") return intent.status;
	const paid = charges.find((charge) => charge.paid);
	if (!paid) return charges.length > 0 || intent.last_payment_error ? "failed" : null;
	const dispute = disputes.find((one) => one.charge === paid.id);
	if (dispute?.status === "lost") return "lost";
	if (dispute && dispute.status !== "won") return "disputed";
	if (paid.amount_refunded === paid.amount) return "refunded";
	return paid.amount_refunded > 0 ? "partially_refunded" : "succeeded";
}

function byId(a: { id: string }, b: { id: string }): number {
	return a.id.localeCompare(b.id);
}
