import { and, eq, gte, inArray } from "drizzle-orm";
import Stripe from "stripe";
import type { Db } from "#server/db/connect.ts";
import type { Tx } from "#server/db/tx.ts";
import { CommandError } from "#server/operator/command-error.ts";
import { type User, users } from "#shared/auth/users.table.ts";
import { DAY_MS } from "#shared/days.ts";
import { type Payment, payments } from "#shared/subscriptions/payments.table.ts";
import { readPaymentStatus } from "../stripe/stripe-payments.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import { isLive } from "../sync/live-subscription.ts";
import type { BillingCustomer, StripeSync } from "../sync/stripe-sync.ts";
import { type DuePayment, dueOf } from "./due-payments.ts";

/** The satisfaction guarantee (P69). */
const GUARANTEE_DAYS = 30;
/** The state of a refund. */
const GIVEN_BACK = ["succeeded", "partially_refunded", "refunded"];

type Options = { db: Db; stripe: Stripe; lock: BillingLock; sync: StripeSync; now: () => Date };
/** When the person asked, as the first moment of that day; now if not given. */
type Asked = { askedOn?: Date | undefined };
type Money = { amount: number; currency: string };
/** Called with each completed step at once, so that a later failure hides none. */
type Heard = { did?: { refunded: (money: Money) => void; ended: (id: string) => void } | undefined };
/** What would be given back, and which subscriptions would be ended. */
export type Due = { payments: DuePayment[]; ends: string[] };
/** What was given back, in cents, and which subscriptions were ended. */
export type Guaranteed = { refunded: Money[]; ended: string[] };

/** The user can't be refunded; the message says why. */
export class GuaranteeError extends CommandError {
	override readonly name = "GuaranteeError";
}

/**
 * What {@link honourGuarantee} would give back and end. Nothing is changed.
 * @throws GuaranteeError as it does
 */
export async function dueToPerson(options: Options, asked: Asked & { email: string }): Promise<Due> {
	const customer = await customerOf(options.db, asked.email);
	return options.lock.hold(customer.userId, async (tx) => {
		const { recent, ends } = await standingOf(tx, options, { ...asked, customer });
		return { payments: await dueOf(tx, options.stripe, recent), ends };
	});
}

/**
 * Honours the 30-day guarantee: gives back what a person paid from 30 days before they asked until now, and ends their
 * subscription now. Run again, or after a failure half-way, it does only what is left to do.
 * @param only the payments that the operator has agreed to; without it, all that are due
 * @throws GuaranteeError for an unknown person, or when nothing was paid in that time
 */
export async function honourGuarantee(
	options: Options,
	asked: Asked & Heard & { email: string; only?: string[] },
): Promise<Guaranteed> {
	const { db, stripe, lock, sync } = options;
	const customer = await customerOf(db, asked.email);
	return lock.hold(customer.userId, async (tx) => {
		const { recent, ends } = await standingOf(tx, options, { ...asked, customer });
		const refunded = [];
		for (const { stripePaymentIntentId: id, status } of recent) {
			if (status === "refunded" || (asked.only && !asked.only.includes(id))) continue;
			const refund = await giveBack(stripe, id);
			if (!refund) continue;
			refunded.push({ amount: refund.amount, currency: refund.currency });
			asked.did?.refunded(refund);
		}
		for (const id of ends) {
			await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false });
			asked.did?.ended(id);
		}
		await sync.syncCustomer(tx, customer);
		return { refunded, ended: ends };
	});
}

/** What {@link honourForDeleted} would give back. Nothing is changed, and the errors are the same. */
export async function dueForDeleted(
	{ db, stripe, now }: Omit<Options, "sync" | "lock">,
	asked: Asked & { paymentIntentId: string },
): Promise<Due> {
	const { payment } = await paymentOfDeleted(db, now, asked);
	return { payments: await dueOf(db, stripe, [payment]), ends: [] };
}

/**
 * Honours the guarantee for a payment of someone whose account is deleted: there is no e-mail address to find them by,
 * and their subscription has ended with the account. Run again, it does nothing.
 * @throws GuaranteeError for a payment that is unknown, too old, unpaid, or of someone who is still here
 */
export async function honourForDeleted(
	{ db, stripe, lock, now }: Omit<Options, "sync">,
	asked: Asked & Heard & { paymentIntentId: string },
): Promise<Guaranteed> {
	const { paymentIntentId } = asked;
	const { owner, payment } = await paymentOfDeleted(db, now, asked);
	return lock.hold(owner.id, async (tx) => {
		const refund = payment.status === "refunded" ? null : await giveBack(stripe, paymentIntentId);
		if (refund) asked.did?.refunded(refund);
		const status = await readPaymentStatus(stripe, paymentIntentId);
		if (status) await tx.update(payments).set({ status }).where(eq(payments.stripePaymentIntentId, paymentIntentId));
		return { refunded: refund ? [{ amount: refund.amount, currency: refund.currency }] : [], ended: [] };
	});
}

async function customerOf(db: Db, email: string): Promise<BillingCustomer> {
	const [user] = await db.select().from(users).where(eq(users.email, email));
	if (!user) throw new GuaranteeError(`Nobody here has the e-mail address ${email}.`);
	const { id: userId, stripeCustomerId: customerId } = user;
	if (!customerId) throw new GuaranteeError(`${email} has never been to the checkout.`);
	return { userId, customerId };
}

/** Payments of the time that counts, brought up to Stripe's state, and what would be ended with them. */
async function standingOf(
	tx: Tx,
	{ sync, now }: Pick<Options, "sync" | "now">,
	{ customer, email, askedOn }: Asked & { customer: BillingCustomer; email: string },
): Promise<{ recent: Payment[]; ends: string[] }> {
	const found = await sync.syncCustomer(tx, customer);
	const isRecent = gte(payments.createdAt, countedFrom(askedOn ?? now()));
	const isTheirs = eq(payments.userId, customer.userId);
	const recent = await tx
		.select()
		.from(payments)
		.where(and(isTheirs, isRecent, inArray(payments.status, GIVEN_BACK)))
		.orderBy(payments.createdAt, payments.id);
	if (recent.length === 0) throw new GuaranteeError(`${email} has paid nothing in ${timeBefore(askedOn)}.`);
	return { recent, ends: found.filter(isLive).map(({ id }) => id) };
}

async function paymentOfDeleted(
	db: Db,
	now: () => Date,
	{ paymentIntentId, askedOn }: Asked & { paymentIntentId: string },
): Promise<{ owner: User; payment: Payment }> {
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
	if (!GIVEN_BACK.includes(payment.status)) {
		throw new GuaranteeError(`${paymentIntentId} is not paid: it is "${payment.status}".`);
	}
	if (payment.createdAt < countedFrom(askedOn ?? now())) {
		const asked = askedOn ? `before ${dayOf(askedOn)}` : "ago";
		throw new GuaranteeError(`${paymentIntentId} was paid more than ${GUARANTEE_DAYS} days ${asked}.`);
	}
	return found;
}

function countedFrom(asked: Date): Date {
	return new Date(asked.getTime() - GUARANTEE_DAYS * DAY_MS);
}

function timeBefore(askedOn: Date | undefined): string {
	return askedOn ? `the ${GUARANTEE_DAYS} days before ${dayOf(askedOn)}, or since` : `the last ${GUARANTEE_DAYS} days`;
}

function dayOf(date: Date): string {
	return date.toISOString().slice(0, 10);
}

/**
 * Refunds what is left of a payment; null when someone has done so already. By no key of ours: Stripe would repeat its
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
