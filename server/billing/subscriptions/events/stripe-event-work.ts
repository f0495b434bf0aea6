import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type Stripe from "stripe";
import { notifyOfSubscription } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { payments } from "#shared/billing/subscriptions/payments.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import { stripeEvents } from "#shared/billing/subscriptions/stripe-events.table.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { refreshPayment } from "../stripe/stripe-payments.ts";
import type { BillingLock } from "../sync/billing-lock.ts";
import type { BillingCustomer, StripeSync } from "../sync/stripe-sync.ts";
import { findCustomer } from "./event-customer.ts";
import { endAfterLostDisputes, intentsNamed } from "./lost-disputes.ts";
import type { StripeEventReference } from "./stripe-event.ts";

const FIRST_RETRY_S = 1;
const LAST_RETRY_S = 300;
const LATER = {
	attempts: sql`attempts + 1`,
	nextAttemptAt: sql`now() + least(${LAST_RETRY_S}, ${FIRST_RETRY_S} * power(2, least(attempts, 16))) * interval '1 second'`,
};
const ALERT_AFTER = 10;

type Options = {
	db: Db;
	stripe: Stripe;
	lock: BillingLock;
	sync: Pick<StripeSync, "syncCustomer">;
	checkout: Pick<Checkout, "closeAll">;
	log: Logger;
};

type Waiting = { type: string; payload: unknown };

export type StripeEventWork = {
	/** Processes all of one customer's waiting events in one sync; failures are retried with backoff. */
	settle(customerId: string): Promise<void>;
	nameCustomers(): Promise<void>;
};

export function createStripeEventWork({ db, stripe, lock, sync, checkout, log }: Options): StripeEventWork {
	return { settle, nameCustomers };

	async function settle(customerId: string): Promise<void> {
		const waiting = and(eq(stripeEvents.customerId, customerId), isNull(stripeEvents.processedAt));
		try {
			const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.stripeCustomerId, customerId));
			if (!owner) {
				log.info({ customerId }, "events of a customer that is nobody here");
				const events = await db.select().from(stripeEvents).where(waiting);
				await refreshPayments(db, events);
				alertOf(events);
				const ids = events.map(({ id }) => id);
				await db.update(stripeEvents).set({ processedAt: sql`now()` }).where(inArray(stripeEvents.id, ids));
				return;
			}
			await lock.hold(owner.id, async (tx) => {
				// Selected before reading Stripe: this sync may miss the subject of a later event.
				const events = await tx
					.select({ id: stripeEvents.id, type: stripeEvents.type, payload: stripeEvents.payload })
					.from(stripeEvents)
					.where(waiting)
					.orderBy(asc(stripeEvents.id));
				if (events.length === 0) return;
				const customer = { userId: owner.id, customerId };
				if (!(await areWritten(tx, customerId, events))) await carryOut(tx, customer, events);
				const ids = events.map((event) => event.id);
				await tx.update(stripeEvents).set({ processedAt: sql`now()` }).where(inArray(stripeEvents.id, ids));
			});
		} catch (error) {
			await postpone({ customerId, error });
		}
	}

	/** Whether each event is from our own call, whose answer has already been stored (P614). */
	async function areWritten(tx: Tx, customerId: string, events: Waiting[]): Promise<boolean> {
		const requests = events.map(({ type, payload }) =>
			type === "customer.subscription.updated" ? (payload as StripeEventReference).request : null,
		);
		const [request] = requests;
		if (!request || requests.some((each) => each !== request)) return false;
		const isLast = and(eq(stripeCustomers.id, customerId), eq(stripeCustomers.lastRequest, request));
		return (await tx.$count(stripeCustomers, isLast)) > 0;
	}

	async function carryOut(tx: Tx, customer: BillingCustomer, events: Waiting[]): Promise<void> {
		const found = await sync.syncCustomer(tx, customer);
		await refreshPayments(tx, events);
		const isEnded = await endAfterLostDisputes(tx, { stripe, checkout, customer, events, found });
		if (isEnded) await sync.syncCustomer(tx, customer);
		alertOf(events);
		await notifyOfSubscription(tx, customer.userId);
	}

	/** Read individually, because a deleted customer's payments are in no list. */
	async function refreshPayments(queryable: Db | Tx, events: { payload: unknown }[]): Promise<void> {
		for (const intentId of await intentsNamed(stripe, events)) {
			const isThis = eq(payments.stripePaymentIntentId, intentId);
			if ((await queryable.$count(payments, isThis)) === 0) continue;
			await refreshPayment(queryable, stripe, intentId);
		}
	}

	/** An invoice that can't be finalized is never charged, and Stripe notifies nobody: the operator must fix it. */
	function alertOf(events: { type: string; payload: unknown }[]): void {
		for (const { type, payload } of events) {
			if (type !== "invoice.finalization_failed") continue;
			const { id: invoice, customer: customerId } = (payload as StripeEventReference).data.object;
			log.error({ alert: "invoice_finalization", invoice, customerId }, "Stripe could not finalize an invoice");
		}
	}

	async function postpone({ customerId, error }: { customerId: string; error: unknown }): Promise<void> {
		const events = await db
			.update(stripeEvents)
			.set(LATER)
			.where(and(eq(stripeEvents.customerId, customerId), isNull(stripeEvents.processedAt)))
			.returning({ attempts: stripeEvents.attempts });
		const attempts = Math.max(0, ...events.map((event) => event.attempts));
		const alert = attempts >= ALERT_AFTER ? { alert: "stripe_inbox" } : {};
		log.error(
			{ err: error, customerId, attempts, ...alert },
			"a customer could not be synced with Stripe; it will be tried again",
		);
	}

	/** Refunds, disputes and similar events name only a payment. */
	async function nameCustomers(): Promise<void> {
		const nameless = await db
			.select({ id: stripeEvents.id, payload: stripeEvents.payload })
			.from(stripeEvents)
			.where(
				and(
					isNull(stripeEvents.customerId),
					isNull(stripeEvents.processedAt),
					lte(stripeEvents.nextAttemptAt, sql`now()`),
				),
			)
			.limit(100);
		for (const { id, payload } of nameless) {
			const isThis = eq(stripeEvents.id, id);
			try {
				const customerId = await findCustomer({ db, stripe, event: payload as StripeEventReference });
				await db
					.update(stripeEvents)
					.set(customerId ? { customerId } : { processedAt: sql`now()` })
					.where(isThis);
			} catch (error) {
				log.warn({ err: error, event: id }, "the customer of an event could not be found out; it will be tried again");
				await db.update(stripeEvents).set(LATER).where(isThis);
			}
		}
	}
}
