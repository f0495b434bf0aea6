import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { isMissing } from "../stripe/reach-stripe.ts";
import type { StripeEventReference } from "./stripe-event.ts";

type Options = { db: Db; stripe: Stripe; event: StripeEventReference };

/**
 * The customer of an event that names none, by our payment rows or by asking Stripe.
 * @returns null if it belongs to no customer
 */
export async function findCustomer({ db, stripe, event }: Options): Promise<string | null> {
	const { payment_intent: intentId, charge: chargeId, invoice: invoiceId } = event.data.object;
	try {
		if (intentId) {
			return (await customerOfPayment(db, intentId)) ?? idOf((await stripe.paymentIntents.retrieve(intentId)).customer);
		}
		if (chargeId) return idOf((await stripe.charges.retrieve(chargeId)).customer);
		if (invoiceId) return idOf((await stripe.invoices.retrieve(invoiceId)).customer);
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
	return null;
}

async function customerOfPayment(db: Db, intentId: string): Promise<string | null> {
	const [row] = await db
		.select({ customerId: users.stripeCustomerId })
		.from(payments)
		.innerJoin(users, eq(users.id, payments.userId))
		.where(eq(payments.stripePaymentIntentId, intentId));
	return row?.customerId ?? null;
}

function idOf(customer: string | { id: string } | null): string | null {
	return typeof customer === "object" ? (customer?.id ?? null) : customer;
}
