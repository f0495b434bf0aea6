import type pg from "pg";
import { inTransaction } from "#server/platform/db/transaction.ts";

const MONTHS_AHEAD = 2;
/** Unique among our advisory locks. */
const PARTITION_LOCK = 7_214_003;

/** For finding new rows to aggregate (docs/decisions/0019); a BRIN index costs inserts almost nothing. */
export const TX_INDEX = "USING brin (tx) WITH (pages_per_range = 32, autosummarize = on)";

/** Creates this month's and the next partitions, moving rows from the default one. Safe in several processes. */
export async function makePartitions(pool: pg.Pool, now: Date): Promise<void> {
	for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
		const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
		const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1));
		await makePartition(pool, from, to);
	}
}

async function makePartition(pool: pg.Pool, from: Date, to: Date): Promise<void> {
	const name = `views_${from.toISOString().slice(0, 7).replace("-", "_")}`;
	const range = `timestamp >= '${from.toISOString()}' AND timestamp < '${to.toISOString()}'`;
	await inTransaction(pool, async (client) => {
		await client.query("SELECT pg_advisory_xact_lock($1)", [PARTITION_LOCK]);
		const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS exists", [name]);
		if (rows[0]?.exists) return;
		await client.query(`
			LOCK TABLE views IN SHARE ROW EXCLUSIVE MODE;
			CREATE TABLE ${name} (LIKE views INCLUDING ALL);
			CREATE INDEX ${name}_tx ON ${name} ${TX_INDEX};
			WITH moved AS (DELETE FROM views_default WHERE ${range} RETURNING *) INSERT INTO ${name} SELECT * FROM moved;
			ALTER TABLE views ATTACH PARTITION ${name} FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`);
	});
}
