import type pg from "pg";
import { retryOnLockTimeout } from "#server/platform/db/give-way.ts";
import { inTransaction } from "#server/platform/db/transaction.ts";
import { TX_INDEX } from "#server/public/views/view-partitions.ts";

/** Unique among our advisory locks. */
const INDEX_LOCK = 7_214_006;
const LOCK_MS = 400;

/**
 * Raises the offset of `tx` after a restore into another cluster, so that new rows are beyond the mark. Must run before
 * the first view.
 * @param stopping ends the tries
 */
export async function keepMarkBehind(pool: pg.Pool, stopping?: AbortSignal): Promise<void> {
	const { rows } = await pool.query<{ isBehind: boolean }>(`SELECT next_tx <= ${NEXT} AS "isBehind" FROM fold_state`);
	if (rows[0]?.isBehind !== false) return;
	await retryOnLockTimeout(() => inTransaction(pool, raise), stopping);
}

async function raise(client: pg.ClientBase): Promise<void> {
	await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL statement_timeout = 0`);
	// Find rows beyond the mark by the small indexes instead of a full scan.
	await client.query("SET LOCAL enable_seqscan = off");
	await client.query("SELECT 1 FROM fold_state FOR UPDATE");
	await client.query("LOCK TABLE views IN ACCESS EXCLUSIVE MODE");
	await client.query({ text: RAISE, query_timeout: 0 } as pg.QueryConfig);
}

/**
 * The `tx` below which all rows are committed or never will be; on `fold_state`. Open transactions hold it back, except
 * other databases' of the cluster.
 */
export const NEXT = `(tx_offset + (
	SELECT coalesce(min(under_way), txid_snapshot_xmax(txid_current_snapshot()))
	FROM txid_snapshot_xip(txid_current_snapshot()) AS under_way
	WHERE NOT EXISTS (
		SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
		WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock' AND granted
			AND transactionid::text::bigint = under_way % 4294967296
			AND datid <> (SELECT oid FROM pg_database WHERE datname = current_database())
	)
))`;

const RAISE = `DO $$
DECLARE
	highest bigint := (SELECT next_tx FROM fold_state);
BEGIN
	highest := greatest(highest, (SELECT max(tx) FROM views WHERE tx >= highest));
	IF (SELECT highest < ${NEXT} FROM fold_state) THEN RETURN; END IF;
	EXECUTE format('ALTER TABLE views ALTER COLUMN tx SET DEFAULT txid_current() + %s', highest);
	UPDATE fold_state SET tx_offset = highest;
END $$`;

/** Builds the index on `tx` in every partition of `views`, concurrently with writes. */
export async function indexPartitions(pool: pg.Pool): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query("SET statement_timeout = 0");
		const { rows: locked } = await client.query(`SELECT pg_try_advisory_lock(${INDEX_LOCK}) AS "isOurs"`);
		if (!locked[0]?.isOurs) return;
		const { rows } = await client.query<{ name: string; isBroken: boolean }>(MISSING);
		for (const { name, isBroken } of rows) {
			// Both wait for long readers, such as a backup, without blocking views.
			const inItsTime = (text: string) => client.query({ text, query_timeout: 0 } as pg.QueryConfig);
			if (isBroken) await inItsTime(`DROP INDEX CONCURRENTLY IF EXISTS ${name}_tx`);
			await inItsTime(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name}_tx ON ${name} ${TX_INDEX}`);
		}
	} finally {
		client.release(true);
	}
}

/** Partitions whose index is missing or was interrupted. */
const MISSING = `SELECT inhrelid::regclass::text AS name, indexrelid IS NOT NULL AS "isBroken"
	FROM pg_inherits LEFT JOIN pg_index ON indexrelid = to_regclass(inhrelid::regclass || '_tx')
	WHERE inhparent = 'views'::regclass AND indisvalid IS NOT TRUE`;

/** Whether every partition has its index, so that new rows are found without a full scan. */
export async function isIndexed(pool: pg.Pool): Promise<boolean> {
	return (await pool.query(MISSING)).rows.length === 0;
}

/** Summarizes new pages in the indexes, which would otherwise be read each time; skips one being vacuumed. */
export async function summarize(pool: pg.Pool): Promise<void> {
	const { rows } = await pool.query<{ name: string }>(
		"SELECT inhrelid::regclass || '_tx' AS name FROM pg_inherits WHERE inhparent = 'views'::regclass",
	);
	for (const { name } of rows)
		await pool.query(`DO $$
		BEGIN
			SET LOCAL lock_timeout = ${LOCK_MS};
			PERFORM brin_summarize_new_values('${name}');
		EXCEPTION WHEN lock_not_available OR deadlock_detected THEN NULL;
		END $$`);
}
