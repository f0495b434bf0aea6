import { and, eq, gte, inArray } from "drizzle-orm";
import Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import { CommandError } from "#server/operator/run-command.ts";
import { users } from "#shared/auth/users.table.ts";
import { DAY_MS } from "#shared/days.ts";
import { payments } from "#shared/subscriptions/payments.table.ts";
import type { BillingLock } from "./billing-lock.ts";
import { isLive } from "./live-subscription.ts";
import { readPaymentStatus } from "./stripe-payments.ts";
import type { StripeSync } from "./stripe-sync.ts";

/** The satisfaction guarantee (P69). */
const GUARANTEE_DAYS = 30;
/** Where a payment stands that is given back, or has been. */
const GIVEN_BACK = ["succeeded", "partially_refunded", "refunded"];

type Options = { db: Db; stripe: Stripe; lock: BillingLock; sync: StripeSync; now: () => Date };
/** What was given back, in cents, and which subscriptions were ended. */
export type Guaranteed = { refunded: { amount: number; currency: string }[]; ended: string[] };

/** The person cannot be refunded; the message tells the operator why. */
export class GuaranteeError extends CommandError {
	override readonly name = "GuaranteeError";
}

/**
 * Honours the 30-day guarantee: gives back what a person paid within the last 30 days and ends their subscription
 * now. Run again, or after a failure half-way, it does only what is left to do.
 * @throws GuaranteeError for an unknown person, or when nothing was paid in that time
 */
export async function honourGuarantee(
	{ db, stripe, lock, sync, now }: Options,
	{ email }: { email: string },
): Promise<Guaranteed> {
	const [user] = await db.select().from(users).where(eq(users.email, email));
	if (!user) throw new GuaranteeError(`Nobody here has the e-mail address ${email}.`);
	const { id: userId, stripeCustomerId: customerId } = user;
	if (!customerId) throw new GuaranteeError(`${email} has never been to the checkout.`);

	return lock.hold(userId, async (tx) => {
		const found = await sync.syncCustomer(tx, { userId, customerId });
		const since = new Date(now().getTime() - GUARANTEE_DAYS * DAY_MS);
		const recent = await tx
			.select()
			.from(payments)
			.where(and(eq(payments.userId, userId), gte(payments.createdAt, since), inArray(payments.status, GIVEN_BACK)));
		if (recent.length === 0) throw new GuaranteeError(`${email} has paid nothing in the last ${GUARANTEE_DAYS} days.`);

		const refunded = [];
		for (const { stripePaymentIntentId, status } of recent) {
			if (status === "refunded") continue;
			const refund = await giveBack(stripe, stripePaymentIntentId);
			if (refund) refunded.push({ amount: refund.amount, currency: refund.currency });
		}
		const ended = found.filter(isLive).map((each) => each.id);
		for (const id of ended) await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
		await sync.syncCustomer(tx, { userId, customerId });
		return { refunded, ended };
	});
}

/**
 * Honours the guarantee for a payment of somebody whose account is deleted: there is no e-mail address to find them by,
 * and their subscription has ended with the account. Run again, it does nothing.
 * @throws GuaranteeError for a payment that is unknown, too old, unpaid, or of somebody who is still here
 */
export async function honourForDeleted(
	{ db, stripe, lock, now }: Omit<Options, "sync">,
	{ paymentIntentId }: { paymentIntentId: string },
): Promise<Guaranteed> {
	const isThis = eq(payments.stripePaymentIntentId, paymentIntentId);
	const [found] = await db
		.select({ owner: users, paidAt: payments.createdAt, status: payments.status })
		.from(payments)
		.innerJoin(users, eq(users.id, payments.userId))
		.where(isThis);
	if (!found) throw new GuaranteeError(`No payment here has the id ${paymentIntentId}.`);
	const { owner, paidAt, status } = found;
	if (!owner.deletedAt) {
		throw new GuaranteeError(`${paymentIntentId} was paid by ${owner.email}, who has an account: use --user.`);
	}
	if (!GIVEN_BACK.includes(status)) throw new GuaranteeError(`${paymentIntentId} is not paid: it is "${status}".`);
	if (paidAt.getTime() < now().getTime() - GUARANTEE_DAYS * DAY_MS) {
		throw new GuaranteeError(`${paymentIntentId} was paid more than ${GUARANTEE_DAYS} days ago.`);
	}
	return lock.hold(owner.id, async (tx) => {
		const refund = status === "refunded" ? null : await giveBack(stripe, paymentIntentId);
		const standing = await readPaymentStatus(stripe, paymentIntentId);
		if (standing) await tx.update(payments).set({ status: standing }).where(isThis);
		return { refunded: refund ? [{ amount: refund.amount, currency: refund.currency }] : [], ended: [] };
	});
}

/**
 * Refunds what is left of a payment; null when somebody has done so already. By no key of ours: Stripe would repeat its
 * answer to it for a day, a failure, and a refund that the bank has sent back.
 */
async function giveBack(stripe: Stripe, paymentIntentId: string): Promise<Stripe.Refund | null> {
	try {
		return await stripe.refunds.create({
			payment_intent: paymentIntentId,
			reason: "requested_by_customer",
			metadata: { guarantee: "30 days" },
		});
	} catch (error) {
		const isDone = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_already_refunded";
		if (isDone) return null;
		throw error;
	}
}
