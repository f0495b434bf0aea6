import { and, asc, eq, inArray, isNull, lte, min, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type Stripe from "stripe";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/connect.ts";
import { users } from "#shared/auth/users.table.ts";
import { stripeEvents } from "#shared/subscriptions/stripe-events.table.ts";
import type { BillingLock } from "./billing-lock.ts";
import { findCustomer } from "./event-customer.ts";
import { customerNamedBy, type StripeEventReference } from "./stripe-event.ts";
import type { StripeSync } from "./stripe-sync.ts";

/** Customers synced at the same time by one process. */
const AT_ONCE = 2;
const FIRST_RETRY_S = 1;
const LAST_RETRY_S = 300;
const ALERT_AFTER = 10;
/** Looks again this often, even when nothing woke it: another process may have died with its events. */
const IDLE_MS = 30_000;

type Options = {
	db: Db;
	stripe: Stripe;
	config: Config["stripe"];
	lock: BillingLock;
	sync: StripeSync;
	log: Logger;
};

export type StripeInbox = ReturnType<typeof createStripeInbox>;

/**
 * Events are stored first and worked off later, by a worker that starts where an earlier one was stopped or killed.
 * Waiting events of one customer are worked off together: they all ask for the same sync.
 */
export function createStripeInbox({ db, stripe, config, lock, sync, log }: Options) {
	const isLive = /^(sk|rk)_live_/.test(config.secretKey);
	let running: Promise<void> | null = null;
	let isWoken = false;
	let isStopped = true;
	let timer: NodeJS.Timeout | undefined;

	return {
		/** Stores an event once, however often it comes, and wakes the worker. Resolves when it is durable. */
		async receive(event: StripeEventReference): Promise<void> {
			const isOurs = event.livemode === isLive;
			if (!isOurs) log.warn({ event: event.id, type: event.type }, "an event of the other Stripe mode was ignored");
			const stored = await db
				.insert(stripeEvents)
				.values({
					id: event.id,
					type: event.type,
					customerId: customerNamedBy(event),
					created: new Date(event.created * 1000),
					payload: event,
					...(!isOurs && { processedAt: new Date() }),
				})
				.onConflictDoNothing({ target: stripeEvents.id })
				.returning({ id: stripeEvents.id });
			if (stored.length > 0 && isOurs) wake();
		},
		/** Begins to work off what waits, from earlier runs too. */
		start(): void {
			isStopped = false;
			wake();
		},
		/** Lets the customers in hand finish. */
		async stop(): Promise<void> {
			isStopped = true;
			clearTimeout(timer);
			await running;
		},
	};

	function wake(): void {
		isWoken = true;
		if (running || isStopped) return;
		clearTimeout(timer);
		running = workOff()
			.catch((error: unknown) => log.error({ err: error }, "the Stripe inbox could not be read"))
			.finally(() => {
				running = null;
				if (isWoken && !isStopped) wake();
			});
	}

	async function workOff(): Promise<void> {
		isWoken = false;
		// Set before anything can fail, so that a database that is away does not end the worker.
		sleep(IDLE_MS);
		await nameCustomers();
		for (;;) {
			const due = await db
				.selectDistinct({ customerId: stripeEvents.customerId })
				.from(stripeEvents)
				.where(and(isNull(stripeEvents.processedAt), lte(stripeEvents.nextAttemptAt, sql`now()`)))
				.limit(100);
			const waiting = due.flatMap(({ customerId }) => customerId ?? []);
			if (waiting.length === 0 || isStopped) break;
			await Promise.all(
				Array.from({ length: AT_ONCE }, async () => {
					for (let next = waiting.pop(); next && !isStopped; next = waiting.pop()) await settle(next);
				}),
			);
		}
		const [next] = await db
			.select({ at: min(stripeEvents.nextAttemptAt), now: sql<Date>`now()`.mapWith(stripeEvents.nextAttemptAt) })
			.from(stripeEvents)
			.where(isNull(stripeEvents.processedAt));
		if (next?.at) sleep(Math.min(IDLE_MS, Math.max(0, next.at.getTime() - next.now.getTime())));
	}

	function sleep(ms: number): void {
		clearTimeout(timer);
		if (!isStopped) timer = setTimeout(wake, ms).unref();
	}

	/** Works off every waiting event of one customer by one sync. */
	async function settle(customerId: string): Promise<void> {
		const waiting = and(eq(stripeEvents.customerId, customerId), isNull(stripeEvents.processedAt));
		try {
			const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.stripeCustomerId, customerId));
			if (!owner) {
				log.info({ customerId }, "events of a customer that is nobody here were ignored");
				await db.update(stripeEvents).set({ processedAt: sql`now()` }).where(waiting);
				return;
			}
			await lock.hold(owner.id, async (tx) => {
				// Chosen before Stripe is read: an event that arrives later may tell of something this sync did not see.
				const events = await tx
					.select({ id: stripeEvents.id })
					.from(stripeEvents)
					.where(waiting)
					.orderBy(asc(stripeEvents.id));
				if (events.length === 0) return;
				await sync.syncCustomer(tx, { userId: owner.id, customerId });
				const ids = events.map((event) => event.id);
				await tx.update(stripeEvents).set({ processedAt: sql`now()` }).where(inArray(stripeEvents.id, ids));
			});
		} catch (error) {
			await postpone({ customerId, error });
		}
	}

	async function postpone({ customerId, error }: { customerId: string; error: unknown }): Promise<void> {
		const wait = sql`least(${LAST_RETRY_S}, ${FIRST_RETRY_S} * power(2, least(attempts, 16))) * interval '1 second'`;
		const events = await db
			.update(stripeEvents)
			.set({ attempts: sql`attempts + 1`, nextAttemptAt: sql`now() + ${wait}` })
			.where(and(eq(stripeEvents.customerId, customerId), isNull(stripeEvents.processedAt)))
			.returning({ attempts: stripeEvents.attempts });
		const attempts = Math.max(0, ...events.map((event) => event.attempts));
		const alert = attempts >= ALERT_AFTER ? { alert: "stripe_inbox" } : {};
		log.error(
			{ err: error, customerId, attempts, ...alert },
			"a customer could not be synced with Stripe; it will be tried again",
		);
	}

	/** Refunds, disputes and the like name a payment only: finds out whose it is. */
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
				await db
					.update(stripeEvents)
					.set({ attempts: sql`attempts + 1`, nextAttemptAt: sql`now() + interval '5 seconds'` })
					.where(isThis);
			}
		}
	}
}
