import type pg from "pg";
import { retryOnLockTimeout } from "#server/platform/db/give-way.ts";
import { monthsBefore } from "./view-age.ts";
import { firstViewId } from "./view-id.ts";
import { listPartitions } from "./view-months.ts";

const ROWS_AT_ONCE = 10_000;

type Options = { months: number; stopping?: AbortSignal };

/**
 * Drops months of single views older than `months` (P411), once fully aggregated; late views of dropped months are
 * deleted row by row.
 * @param months 0: keep all
 * @param client with a short lock timeout, and no statement timeout
 * @returns the names of the dropped partitions
 */
export async function dropOldMonths(
	client: pg.ClientBase,
	now: Date,
	{ months, stopping }: Options,
): Promise<string[]> {
	if (months === 0) return [];
	const oldest = monthsBefore(now, months);
	const dropped: string[] = [];
	for (const { name, end } of await listPartitions(client)) {
		if (end === null || end > oldest || stopping?.aborted) continue;
		if (await retryOnLockTimeout(() => dropAggregated(client, name), stopping)) dropped.push(name);
	}
	await deleteLateViews(client, new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth(), 1)), stopping);
	return dropped;
}

/** Locks the whole table for milliseconds: detach and drop are one transaction. */
async function dropAggregated(client: pg.ClientBase, name: string): Promise<boolean> {
	if (!(await isAggregated(client, name))) return false;
	await client.query("BEGIN");
	try {
		// New rows are found by the small index.
		await client.query("SET LOCAL enable_seqscan = off");
		await client.query(`ALTER TABLE views DETACH PARTITION ${name}`);
		const isStillAggregated = await isAggregated(client, name);
		if (isStillAggregated) await client.query(`DROP TABLE ${name}`);
		await client.query(isStillAggregated ? "COMMIT" : "ROLLBACK");
		return isStillAggregated;
	} catch (error) {
		await client.query("ROLLBACK");
		throw error;
	}
}

export async function isAggregated(client: pg.ClientBase, name: string): Promise<boolean> {
	const { rows } = await client.query<{ isAggregated: boolean }>(
		`SELECT is_backfilled AND NOT EXISTS (SELECT FROM ${name} WHERE tx >= next_tx) AS "isAggregated" FROM fold_state`,
	);
	return rows[0]?.isAggregated ?? false;
}

/** Views spooled before their month was dropped end up in the default partition. */
async function deleteLateViews(client: pg.ClientBase, before: Date, stopping: AbortSignal | undefined): Promise<void> {
	for (let isMore = true; isMore && !stopping?.aborted; ) {
		const { rowCount } = await client.query(
			`DELETE FROM views_default WHERE (id, timestamp) IN (
				SELECT late.id, late.timestamp FROM views_default AS late, fold_state
				WHERE late.id < $1 AND late.timestamp < $2 AND is_backfilled AND (tx IS NULL OR tx < next_tx)
				ORDER BY late.id LIMIT $3
			)`,
			[firstViewId(before.getTime()), before, ROWS_AT_ONCE],
		);
		isMore = rowCount === ROWS_AT_ONCE;
	}
}
