import { and, eq, lt, notInArray } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { type Payment, payments } from "#shared/billing/subscriptions/payments.table.ts";
import { isMissing } from "../stripe/reach-stripe.ts";

/** A payment to refund; `amount` is what remains of it, in cents. */
export type DuePayment = {
	id: string;
	amount: number;
	currency: string;
	paidAt: Date;
	kind: string;
};

const NOT_PAID = ["failed", "canceled", "processing", "requires_action", "requires_confirmation"];
const KINDS: Record<string, string> = {
	subscription_create: "first payment",
	subscription_cycle: "renewal",
	subscription_update: "change of plan",
};

/** What remains to refund of each payment at Stripe, and what it paid for; fully refunded ones are omitted. */
export async function dueOf(queryable: Db | Tx, stripe: Stripe, rows: Payment[]): Promise<DuePayment[]> {
	const due: DuePayment[] = [];
	for (const row of rows) {
		const amount = row.status === "refunded" ? 0 : await leftOf(stripe, row);
		if (amount === 0) continue;
		const { stripePaymentIntentId: id, currency, createdAt: paidAt } = row;
		due.push({ id, amount, currency, paidAt, kind: await kindOf(queryable, stripe, row) });
	}
	return due;
}

export async function leftOf(stripe: Stripe, { stripePaymentIntentId, amount }: Payment): Promise<number> {
	const intent = await stripe.paymentIntents.retrieve(stripePaymentIntentId, { expand: ["latest_charge"] });
	const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
	return amount - (charge?.amount_refunded ?? 0);
}

/** The terms only guarantee a user's very first payment. */
async function kindOf(queryable: Db | Tx, stripe: Stripe, row: Payment): Promise<string> {
	const reason = row.stripeInvoiceId && (await reasonOf(stripe, row.stripeInvoiceId));
	const kind = KINDS[reason ?? ""] ?? "payment";
	if (kind !== "first payment") return kind;
	const isEarlier = and(eq(payments.userId, row.userId), lt(payments.createdAt, row.createdAt));
	const earlier = await queryable.$count(payments, and(isEarlier, notInArray(payments.status, NOT_PAID)));
	return earlier > 0 ? "first payment of a later subscription" : kind;
}

async function reasonOf(stripe: Stripe, invoice: string): Promise<string | null> {
	try {
		return (await stripe.invoices.retrieve(invoice)).billing_reason;
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}
