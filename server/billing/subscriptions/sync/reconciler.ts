import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Db } from "#server/platform/db/connect.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { users } from "#shared/account/auth/users.table.ts";
import { checkoutAttempts } from "#shared/billing/subscriptions/checkout-attempts.table.ts";
import { stripeCustomers } from "#shared/billing/subscriptions/stripe-customers.table.ts";
import { stripeEvents } from "#shared/billing/subscriptions/stripe-events.table.ts";
import { subscriptions } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { referenceOf } from "../events/stripe-event.ts";
import type { StripeInbox } from "../events/stripe-inbox.ts";
import type { BillingLock } from "./billing-lock.ts";
import { LIVE_STATUSES } from "./live-subscription.ts";
import type { BillingCustomer, StripeSync } from "./stripe-sync.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Time between two runs. With `CHECKOUT_STALE_MS` it limits how long a lost event affects a new subscriber. */
const EVERY_MS = 5 * MINUTE;
const CHECKOUT_STALE_MS = 5 * MINUTE;
const RENEWAL_STALE_MS = HOUR;
const ANY_STALE_MS = DAY;
/** Customers per run; the rest come first in the next. */
const AT_MOST = 500;
/** Stripe itself retries for three days. */
const EVENTS_OF_MS = 3 * DAY;
const KEEP_EVENTS_MS = 90 * DAY;

type Options = {
	db: Db;
	stripe: Stripe;
	lock: BillingLock;
	sync: Pick<StripeSync, "syncCustomer">;
	inbox: Pick<StripeInbox, "receive">;
	now: () => Date;
	log: Logger;
};

/** Catches missed events: Stripe is the source of truth, and an event may be lost for good. */
export function createReconciler({ db, stripe, lock, sync, inbox, now, log }: Options): Repeated {
	return repeat({
		everyMs: EVERY_MS,
		async work(stopping) {
			await fetchUndelivered().catch((error: unknown) =>
				log.warn({ err: error }, "undelivered events were not listed"),
			);
			for (const customer of await staleCustomers()) {
				if (stopping.aborted) return;
				await lock
					.hold(customer.userId, (tx) => sync.syncCustomer(tx, customer))
					.catch((error: unknown) => log.warn({ err: error, ...customer }, "a customer was not reconciled"));
			}
			await forgetOldEvents();
			return undefined;
		},
		failed: (error) => log.warn({ err: error }, "reconciling with Stripe failed; it will be tried again"),
	});

	/** Source: docs.stripe.com/webhooks/process-undelivered-events. */
	async function fetchUndelivered(): Promise<void> {
		const since = Math.floor((now().getTime() - EVENTS_OF_MS) / 1000);
		const missed = stripe.events.list({ delivery_success: false, created: { gte: since }, limit: 100 });
		await missed.autoPagingEach(async (event) => {
			const reference = referenceOf(event);
			if (reference) await inbox.receive(reference);
		});
	}

	/** New subscribers are checked most often, then due renewals, then everyone once a day. */
	async function staleCustomers(): Promise<BillingCustomer[]> {
		const before = (ms: number) => new Date(now().getTime() - ms);
		const { syncedAt } = stripeCustomers;
		const hasFreshCheckout = exists(
			db
				.select({ one: sql`1` })
				.from(checkoutAttempts)
				.where(and(eq(checkoutAttempts.userId, users.id), gt(checkoutAttempts.createdAt, before(DAY)))),
		);
		const isPastItsPeriod = exists(
			db
				.select({ one: sql`1` })
				.from(subscriptions)
				.where(
					and(
						eq(subscriptions.userId, users.id),
						inArray(subscriptions.status, [...LIVE_STATUSES]),
						lt(subscriptions.currentPeriodEnd, before(RENEWAL_STALE_MS)),
					),
				),
		);
		const rows = await db
			.select({ userId: users.id, customerId: users.stripeCustomerId })
			.from(users)
			.leftJoin(stripeCustomers, eq(stripeCustomers.id, users.stripeCustomerId))
			.where(
				and(
					isNotNull(users.stripeCustomerId),
					or(
						isNull(syncedAt),
						lt(syncedAt, before(ANY_STALE_MS)),
						and(lt(syncedAt, before(RENEWAL_STALE_MS)), isPastItsPeriod),
						and(lt(syncedAt, before(CHECKOUT_STALE_MS)), hasFreshCheckout),
					),
				),
			)
			.orderBy(sql`${syncedAt} NULLS FIRST`)
			.limit(AT_MOST);
		return rows.flatMap(({ userId, customerId }) => (customerId ? [{ userId, customerId }] : []));
	}

	async function forgetOldEvents(): Promise<void> {
		const limit = new Date(now().getTime() - KEEP_EVENTS_MS);
		await db.delete(stripeEvents).where(and(isNotNull(stripeEvents.processedAt), lt(stripeEvents.receivedAt, limit)));
	}
}
