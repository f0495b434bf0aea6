import { eq } from "drizzle-orm";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { type Payment, payments } from "#shared/billing/subscriptions/payments.table.ts";
import {
	type CreditPart,
	NOTED_CREDIT,
	readCredit,
	readLedger,
	takeCredit,
	takenToRefund,
} from "../stripe/customer-credit.ts";
import { ARRIVED, refreshPayment } from "../stripe/stripe-payments.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import { isLive } from "../sync/live-subscription.ts";
import type { BillingCustomer, StripeSync } from "../sync/stripe-sync.ts";
import { customerOf, paymentOfDeleted } from "./billing-person.ts";
import { leftOf } from "./due-payments.ts";
import { GuaranteeError, giveBack, type Money } from "./give-back.ts";

const REFUND_OF_CREDIT = { credit: "1" };

type Options = { db: Db; stripe: Stripe; lock: BillingLock; sync: Pick<StripeSync, "syncCustomer"> };
type Heard = { refunded?: (money: Money) => void };
/** `toTake` is still in the customer's balance; the rest has left it for a refund that hasn't been made. */
type DueCredit = CreditPart & { toTake: number };

/**
 * The credit owed to a user whose subscription doesn't renew, by the payment to refund it to.
 * @throws GuaranteeError for an unknown user, and for one whose next invoices use the credit
 */
export async function dueCredit(options: Options, { email }: { email: string }): Promise<CreditPart[]> {
	const customer = await customerOf(options.db, email);
	return options.lock.hold(customer.userId, (tx) => dueTo(tx, options, { customer, email }));
}

/**
 * Each part leaves the balance before its refund, so that no invoice uses it (P566). Errors as for {@link dueCredit}.
 */
export async function refundCredit(
	options: Options,
	{ email, did = {} }: { email: string; did?: Heard },
): Promise<Money[]> {
	const { stripe, lock, sync } = options;
	const customer = await customerOf(options.db, email);
	return lock.hold(customer.userId, async (tx) => {
		const refunded = [];
		for (const due of await dueTo(tx, options, { customer, email })) {
			if (due.toTake > 0) await takeCredit(stripe, customer.customerId, { ...due, amount: due.toTake }, "refund");
			refunded.push(...(await refundPart(stripe, due, did)));
		}
		await sync.syncCustomer(tx, customer);
		return refunded;
	});
}

/** The credit noted on a payment when its account was deleted, minus what has been refunded. */
export async function dueCreditOfDeleted(
	{ db, stripe }: Pick<Options, "db" | "stripe">,
	{ paymentIntentId }: { paymentIntentId: string },
): Promise<CreditPart[]> {
	const { payment } = await paymentOfDeleted(db, paymentIntentId);
	const intent = await stripe.paymentIntents.retrieve(paymentIntentId);
	const noted = Number(intent.metadata[NOTED_CREDIT] ?? 0);
	const amount = Math.min(noted - (await refundedOf(stripe, paymentIntentId)), await leftOf(stripe, payment));
	return amount > 0 ? [{ paymentIntentId, amount, currency: payment.currency }] : [];
}

/** Refunds the credit of a deleted account. Idempotent. */
export async function refundCreditOfDeleted(
	options: Pick<Options, "db" | "stripe" | "lock">,
	{ paymentIntentId, did = {} }: { paymentIntentId: string; did?: Heard },
): Promise<Money[]> {
	const { db, stripe, lock } = options;
	const { owner } = await paymentOfDeleted(db, paymentIntentId);
	return lock.hold(owner.id, async (tx) => {
		const refunded = [];
		for (const due of await dueCreditOfDeleted(options, { paymentIntentId })) {
			refunded.push(...(await refundPart(stripe, due, did)));
		}
		await refreshPayment(tx, stripe, paymentIntentId);
		return refunded;
	});
}

async function dueTo(
	tx: Tx,
	{ stripe, sync }: Pick<Options, "stripe" | "sync">,
	{ customer, email }: { customer: BillingCustomer; email: string },
): Promise<DueCredit[]> {
	const found = await sync.syncCustomer(tx, customer);
	const renews = found.some((each) => isLive(each) && !each.cancel_at_period_end && each.cancel_at === null);
	if (renews) throw new GuaranteeError(`${email} has a subscription that renews: its next invoices use the credit.`);
	const { customerId, userId } = customer;
	const rows = await tx.select().from(payments).where(eq(payments.userId, userId));
	const { credit, parts } = await readCredit(stripe, customerId, { rows });
	const ledger = credit?.ledger ?? (await readLedger(stripe, customerId));
	const due: DueCredit[] = [];
	for (const row of rows.filter(({ status }) => ARRIVED.includes(status))) {
		const part = await duePart(stripe, { row, parts, ledger });
		if (part.amount > 0) due.push(part);
	}
	return due;
}

async function duePart(
	stripe: Stripe,
	{ row, parts, ledger }: { row: Payment; parts: CreditPart[]; ledger: Stripe.CustomerBalanceTransaction[] },
): Promise<DueCredit> {
	const { stripePaymentIntentId: paymentIntentId, currency } = row;
	const inBalance = parts.find((part) => part.paymentIntentId === paymentIntentId)?.amount ?? 0;
	const taken = takenToRefund(ledger, paymentIntentId);
	const unrefunded = taken > 0 ? taken - (await refundedOf(stripe, paymentIntentId)) : 0;
	const left = inBalance + unrefunded > 0 ? await leftOf(stripe, row) : 0;
	const amount = Math.min(inBalance + unrefunded, left);
	return { paymentIntentId, amount, currency, toTake: Math.max(0, amount - unrefunded) };
}

/** A refund that the bank returned doesn't count. */
async function refundedOf(stripe: Stripe, payment_intent: string): Promise<number> {
	const { data } = await stripe.refunds.list({ payment_intent, limit: 100 });
	return data
		.filter(({ metadata, status }) => metadata?.credit && status !== "failed" && status !== "canceled")
		.reduce((sum, { amount }) => sum + amount, 0);
}

async function refundPart(stripe: Stripe, { paymentIntentId, amount }: CreditPart, did: Heard): Promise<Money[]> {
	const refund = await giveBack(stripe, paymentIntentId, { amount, metadata: REFUND_OF_CREDIT });
	if (!refund) return [];
	did.refunded?.(refund);
	return [{ amount: refund.amount, currency: refund.currency }];
}
