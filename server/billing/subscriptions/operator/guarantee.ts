import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { GUARANTEE_DAYS } from "#shared/billing/subscriptions/guarantee.ts";
import { type Payment, payments } from "#shared/billing/subscriptions/payments.table.ts";
import {
	endPurchase,
	type Purchase,
	type PurchaseEnd,
	type PurchaseSteps,
	readPurchaseEnd,
} from "../change/end-purchase.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { ARRIVED, refreshPayment } from "../stripe/stripe-payments.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import type { BillingCustomer, StripeSync } from "../sync/stripe-sync.ts";
import { customerOf, paymentOfDeleted } from "./billing-person.ts";
import { type DuePayment, dueOf } from "./due-payments.ts";
import { GuaranteeError, giveBack, type Money } from "./give-back.ts";
import { countedFrom, dayOf } from "./guarantee-days.ts";

const REFUND = { metadata: { guarantee: "30 days" } };

type Options = {
	db: Db;
	stripe: Stripe;
	lock: BillingLock;
	sync: Pick<StripeSync, "syncCustomer">;
	checkout: Pick<Checkout, "closeAll">;
	now: () => Date;
};
type Asked = { askedOn?: Date | undefined };
/** Called after each completed step, so that a later failure doesn't hide it. */
type Heard = { did?: (PurchaseSteps & { refunded?: (money: Money) => void }) | undefined };
export type Due = { payments: DuePayment[]; end: PurchaseEnd };
export type Guaranteed = { refunded: Money[]; end: PurchaseEnd };

const NOTHING: PurchaseEnd = { pages: [], subscriptions: [], invoices: [], credit: [] };

/**
 * What {@link honourGuarantee} would refund and end; changes nothing.
 * @throws GuaranteeError as it does
 */
export async function dueToPerson(options: Options, asked: Asked & { email: string }): Promise<Due> {
	const customer = await customerOf(options.db, asked.email);
	return options.lock.hold(customer.userId, async (tx) => {
		const { recent, purchase } = await standingOf(tx, options, { ...asked, customer });
		return { payments: await dueOf(tx, options.stripe, recent), end: await readPurchaseEnd(options, purchase) };
	});
}

/**
 * Honors the 30-day guarantee: refunds payments since 30 days before the request, and ends what they bought (P565). A
 * rerun does only what is left.
 * @param only the payments that the operator confirmed; by default all that are due
 * @throws GuaranteeError for an unknown user, or without a payment in that period
 */
export async function honourGuarantee(
	options: Options,
	asked: Asked & Heard & { email: string; only?: string[] },
): Promise<Guaranteed> {
	const { db, stripe, lock, sync } = options;
	const customer = await customerOf(db, asked.email);
	return lock.hold(customer.userId, async (tx) => {
		const { recent, purchase } = await standingOf(tx, options, { ...asked, customer });
		const refunded = [];
		const paidBack = [];
		for (const { stripePaymentIntentId: id, status } of recent) {
			if (status !== "refunded") {
				if (asked.only && !asked.only.includes(id)) continue;
				const refund = await giveBack(stripe, id, REFUND);
				if (refund) {
					refunded.push({ amount: refund.amount, currency: refund.currency });
					asked.did?.refunded?.(refund);
				}
			}
			paidBack.push(id);
		}
		const end = await endPurchase(options, { ...purchase, paidBack }, asked.did);
		await sync.syncCustomer(tx, customer);
		return { refunded, end };
	});
}

/** What {@link honourForDeleted} would refund; changes nothing. Same errors. */
export async function dueForDeleted(
	{ db, stripe, now }: Pick<Options, "db" | "stripe" | "now">,
	asked: Asked & { paymentIntentId: string },
): Promise<Due> {
	const { payment } = await recentOfDeleted(db, now, asked);
	return { payments: await dueOf(db, stripe, [payment]), end: NOTHING };
}

/**
 * Honors the guarantee for a deleted account, found by a payment because its email address is gone. Idempotent.
 * @throws GuaranteeError for a payment that is unknown, too old, unpaid, or of an existing account
 */
export async function honourForDeleted(
	{ db, stripe, lock, now }: Omit<Options, "sync" | "checkout">,
	asked: Asked & Heard & { paymentIntentId: string },
): Promise<Guaranteed> {
	const { paymentIntentId } = asked;
	const { owner, payment } = await recentOfDeleted(db, now, asked);
	return lock.hold(owner.id, async (tx) => {
		const refund = payment.status === "refunded" ? null : await giveBack(stripe, paymentIntentId, REFUND);
		if (refund) asked.did?.refunded?.(refund);
		await refreshPayment(tx, stripe, paymentIntentId);
		return { refunded: refund ? [{ amount: refund.amount, currency: refund.currency }] : [], end: NOTHING };
	});
}

async function standingOf(
	tx: Tx,
	{ sync, now }: Pick<Options, "sync" | "now">,
	{ customer, email, askedOn }: Asked & { customer: BillingCustomer; email: string },
): Promise<{ recent: Payment[]; purchase: Purchase }> {
	const subscriptions = await sync.syncCustomer(tx, customer);
	const all = await tx
		.select()
		.from(payments)
		.where(eq(payments.userId, customer.userId))
		.orderBy(payments.createdAt, payments.id);
	const from = countedFrom(askedOn ?? now());
	const recent = all.filter(({ status, createdAt }) => ARRIVED.includes(status) && createdAt >= from);
	if (recent.length === 0) throw new GuaranteeError(`${email} has paid nothing in ${timeBefore(askedOn)}.`);
	const paidBack = recent.map(({ stripePaymentIntentId: id }) => id);
	return { recent, purchase: { customerId: customer.customerId, subscriptions, payments: all, paidBack } };
}

async function recentOfDeleted(
	db: Db,
	now: () => Date,
	{ paymentIntentId, askedOn }: Asked & { paymentIntentId: string },
): Promise<{ owner: User; payment: Payment }> {
	const found = await paymentOfDeleted(db, paymentIntentId);
	if (found.payment.createdAt < countedFrom(askedOn ?? now())) {
		const asked = askedOn ? `before ${dayOf(askedOn)}` : "ago";
		throw new GuaranteeError(`${paymentIntentId} was paid more than ${GUARANTEE_DAYS} days ${asked}.`);
	}
	return found;
}

function timeBefore(askedOn: Date | undefined): string {
	return askedOn ? `the ${GUARANTEE_DAYS} days before ${dayOf(askedOn)}, or since` : `the last ${GUARANTEE_DAYS} days`;
}
