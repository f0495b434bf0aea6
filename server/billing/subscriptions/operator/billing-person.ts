import { eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { type User, users } from "#shared/account/auth/users.table.ts";
import { type Payment, payments } from "#shared/billing/subscriptions/payments.table.ts";
import { ARRIVED } from "../stripe/stripe-payments.ts";
import type { BillingCustomer } from "../sync/stripe-sync.ts";
import { GuaranteeError } from "./give-back.ts";

/** Finds the customer with this email address. @throws GuaranteeError for an unknown user, or one without a customer */
export async function customerOf(db: Db, email: string): Promise<BillingCustomer> {
	const [user] = await db.select().from(users).where(eq(users.email, email));
	if (!user) throw new GuaranteeError(`Nobody here has the e-mail address ${email}.`);
	const { id: userId, stripeCustomerId: customerId } = user;
	if (!customerId) throw new GuaranteeError(`${email} has never been to the checkout.`);
	return { userId, customerId };
}

/** Finds a deleted account's payment. @throws GuaranteeError if it is unknown, unpaid, or of an existing account */
export async function paymentOfDeleted(db: Db, paymentIntentId: string): Promise<{ owner: User; payment: Payment }> {
	const [found] = await db
		.select({ owner: users, payment: payments })
		.from(payments)
		.innerJoin(users, eq(users.id, payments.userId))
		.where(eq(payments.stripePaymentIntentId, paymentIntentId));
	if (!found) throw new GuaranteeError(`No payment here has the id ${paymentIntentId}.`);
	const { owner, payment } = found;
	if (!owner.deletedAt) {
		throw new GuaranteeError(`${paymentIntentId} was paid by ${owner.email}, who has an account: use --user.`);
	}
	if (!ARRIVED.includes(payment.status)) {
		throw new GuaranteeError(`${paymentIntentId} is not paid: it is "${payment.status}".`);
	}
	return found;
}
