import type pg from "pg";
import { repeat } from "#server/platform/work/repeat.ts";

/** How far a replica may be behind before a screen says so, in milliseconds. */
const LATE_MS = 10_000;

type Queryable = Pick<pg.Pool, "query">;
type Options = { pool: Queryable; replica: Queryable | null; lateMs?: number };

export type ReplicaLag = {
	/** Up to when the replica has what the main database has, if it is more than 10 s behind; else null (P691). */
	asOf(): Date | null;
	start(): void;
	stop(): Promise<void>;
};

/** Late is a replica that lacks what was written at the last look: an idle main database makes none late. */
const LATE = `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() < $1::pg_lsn AS late, pg_last_xact_replay_timestamp() AS at`;

/** Watches how far the replica is behind, in the background. */
export function createReplicaLag({ pool, replica, lateMs = LATE_MS }: Options): ReplicaLag {
	let written: string | null = null;
	let asOf: Date | null = null;
	if (replica === null) return { asOf: () => null, start() {}, stop: async () => {} };

	const job = repeat({
		everyMs: lateMs,
		// The charts are read from the main database then, which say so in the log.
		failed() {
			written = null;
			asOf = null;
		},
		async work() {
			if (written !== null) {
				const { rows } = await replica.query<{ late: boolean | null; at: Date | null }>(LATE, [written]);
				asOf = rows[0]?.late ? rows[0].at : null;
			}
			const { rows } = await pool.query<{ lsn: string }>("SELECT pg_current_wal_lsn()::text AS lsn");
			written = rows[0]?.lsn ?? null;
		},
	});
	return { asOf: () => asOf, start: () => job.start(), stop: () => job.stop() };
}
