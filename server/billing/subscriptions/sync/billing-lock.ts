import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Logger } from "pino";
import { DEADLINES, type Deadlines } from "#server/platform/config/deadlines.ts";
import { SILENCE_MS } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { WatchedPool } from "#server/platform/db/watched-pool.ts";
import { createKeyedQueue } from "#server/platform/work/keyed-queue.ts";

export type BillingLock = ReturnType<typeof openBillingLock>;

type Options = {
	pool: pg.Pool;
	deadlines?: Pick<Deadlines, Extract<keyof Deadlines, `billing${string}`>>;
	log: Logger;
};

/**
 * One at a time for each user's billing, across all processes. The lock lives in the transaction that writes, so a
 * process that lost its lock can no longer write. Stripe is called while it is held: hence a small pool of its own,
 * whose transactions may stay idle for longer than the application's.
 */
export function openBillingLock({ pool, deadlines = DEADLINES, log }: Options) {
	const { billingWait, billingStatement, billingPause } = deadlines;
	const own = new WatchedPool(
		{
			...pool.options,
			max: 6,
			connectMs: billingWait,
			connectionTimeoutMillis: billingWait,
			statement_timeout: billingStatement,
			query_timeout: billingStatement + SILENCE_MS,
			idle_in_transaction_session_timeout: billingPause,
		},
		{ log },
	);
	own.on("error", (error) => log.warn({ err: error }, "a billing connection was lost"));
	const db = drizzle(own, { casing: "snake_case" });
	const queue = createKeyedQueue();

	return {
		/** Runs `work` alone for this user, in one transaction; what it writes counts only if the lock was held to the end. */
		hold<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
			// Waiting in memory first: twenty clicks of one person take one connection, not twenty.
			return queue.run(userId, () =>
				db.transaction(async (tx) => {
					await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`billing:${userId}`}, 0))`);
					return work(tx);
				}),
			);
		},
		/** Its connections, for those who watch them. */
		pool: own,
		close: () => own.end(),
	};
}
