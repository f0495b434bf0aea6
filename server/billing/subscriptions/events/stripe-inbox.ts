import { and, count, isNull, lte, min, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { stripeEvents } from "#shared/billing/subscriptions/stripe-events.table.ts";
import { customerNamedBy, type StripeEventReference } from "./stripe-event.ts";
import type { StripeEventWork } from "./stripe-event-work.ts";

const AT_ONCE = 2;
/** Polls this often without a wake-up: another process may have died with its events. */
const IDLE_MS = 30_000;

type Options = { db: Db; config: Config["stripe"]; eventWork: StripeEventWork; log: Logger };

export type StripeInbox = ReturnType<typeof createStripeInbox>;

/** Events are stored first, so that a crash loses none. One sync handles all of a customer's waiting events. */
export function createStripeInbox({ db, config, eventWork, log }: Options) {
	const isLive = /^(sk|rk)_live_/.test(config.secretKey);
	const { start, stop, wake } = repeat({
		everyMs: IDLE_MS,
		work: workOff,
		failed: (error) => log.error({ err: error }, "the Stripe inbox could not be read"),
	});
	const metrics = new PartRegistry("stripe_inbox", askWaiting);
	const waitingEvents = new Gauge({
		name: "visualink_stripe_inbox_events",
		help: "Stripe's events that wait, of all processes",
		registers: [metrics],
	});
	const oldestSeconds = new Gauge({
		name: "visualink_stripe_inbox_oldest_age_seconds",
		help: "Time since the oldest of them came; 0: none",
		registers: [metrics],
	});

	return {
		/** Stores an event once, even if delivered repeatedly, and wakes the worker. Resolves when it is durable. */
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
		/** Starts processing waiting events, including those from earlier runs. */
		start,
		stop,
		metrics,
	};

	async function askWaiting(): Promise<void> {
		const [waiting] = await db
			.select({
				events: count(),
				age: sql<number>`coalesce(extract(epoch FROM now() - min(${stripeEvents.receivedAt})), 0)`.mapWith(Number),
			})
			.from(stripeEvents)
			.where(isNull(stripeEvents.processedAt));
		waitingEvents.set(waiting?.events ?? 0);
		oldestSeconds.set(Math.max(0, waiting?.age ?? 0));
	}

	/** @returns milliseconds until the next event is due */
	async function workOff(stopping: AbortSignal): Promise<number | undefined> {
		await eventWork.nameCustomers();
		for (;;) {
			const due = await db
				.selectDistinct({ customerId: stripeEvents.customerId })
				.from(stripeEvents)
				.where(and(isNull(stripeEvents.processedAt), lte(stripeEvents.nextAttemptAt, sql`now()`)))
				.limit(100);
			const waiting = due.flatMap(({ customerId }) => customerId ?? []);
			if (waiting.length === 0 || stopping.aborted) break;
			await Promise.all(
				Array.from({ length: AT_ONCE }, async () => {
					for (let next = waiting.pop(); next && !stopping.aborted; next = waiting.pop()) await eventWork.settle(next);
				}),
			);
		}
		const [next] = await db
			.select({ at: min(stripeEvents.nextAttemptAt), now: sql<Date>`now()`.mapWith(stripeEvents.nextAttemptAt) })
			.from(stripeEvents)
			.where(isNull(stripeEvents.processedAt));
		return next?.at ? Math.min(IDLE_MS, Math.max(0, next.at.getTime() - next.now.getTime())) : undefined;
	}
}
