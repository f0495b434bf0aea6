import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

export type Reads = Pick<pg.Pool, "query">;

/** How long the replica may take to receive what was just written. */
const WAIT_MS = 1_000;
const LOOK_EVERY_MS = 100;

/** Lends the replica if it has all that the main database has now (P692), else, and after a failure, the main database. */
export function createFreshReads({ pool, replica }: { pool: Reads; replica: Reads | null }): () => Promise<Reads> {
	return async () => (replica && (await isFresh(pool, replica)) ? withFallback(replica, pool) : pool);
}

async function isFresh(pool: Reads, replica: Reads): Promise<boolean> {
	const { rows } = await pool.query<{ lsn: string }>("SELECT pg_current_wal_lsn()::text AS lsn");
	const deadline = performance.now() + WAIT_MS;
	try {
		do {
			const { rows: found } = await replica.query<{ fresh: boolean | null }>(
				"SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS fresh",
				[rows[0]?.lsn],
			);
			if (found[0]?.fresh) return true;
			await delay(LOOK_EVERY_MS);
		} while (performance.now() < deadline);
	} catch {
		// Charts say in the log that it is away.
	}
	return false;
}

function withFallback(replica: Reads, pool: Reads): Reads {
	let from = replica;
	const query = async (asked: pg.QueryConfig) => {
		try {
			return await from.query(asked);
		} catch (error) {
			if (from === pool) throw error;
			// The rest isn't asked of it again: each question might wait for it.
			from = pool;
			return pool.query(asked);
		}
	};
	return { query } as Reads;
}
