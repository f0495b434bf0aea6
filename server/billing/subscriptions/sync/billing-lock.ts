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
 * A mutex across processes. It lives in the writing transaction, so a process that lost it can't write; a separate
 * pool, because Stripe is called meanwhile.
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
		/** Runs `work` exclusively for this user, in one transaction that commits only if the lock was held to the end. */
		hold<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
			// Queued in memory first: twenty clicks of one user take one connection, not twenty.
			return queue.run(userId, () =>
				db.transaction(async (tx) => {
					await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`billing:${userId}`}, 0))`);
					return work(tx);
				}),
			);
		},
		pool: own,
		close: () => own.end(),
	};
}
