import type pg from "pg";
import { type Aggregator, createAggregator } from "#server/analytics/aggregator.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { until } from "../app/until.ts";

type Options = { pool: pg.Pool; now?: () => Date; countryOf?: (address: string) => string | null };

/** A machine that is busy with other tests takes its time. */
const LIMIT_MS = 30_000;

/** A folder that says nothing and knows of no visitors who would be better served alone. */
export function quietAggregator({ pool, now = () => new Date(), countryOf = () => null }: Options): Aggregator {
	return createAggregator({ pool, countryOf, recorded: () => 0, now, log: createLog({ logLevel: "silent" }) });
}

/**
 * Folds until every row of `views` that has been committed is in the charts' tables. A slice without more behind it does
 * not say so: another folder may hold the mark, and anyone who writes holds it back.
 * @returns how many rows these slices folded, and not another folder
 */
export async function aggregateViews(options: Options): Promise<number> {
	const aggregator = quietAggregator(options);
	let rows = 0;
	await until(async () => {
		rows += await aggregateOnce(aggregator);
		return !(await isBehind(options.pool));
	}, LIMIT_MS);
	return rows;
}

/** Folds what can be folded at this moment. @returns how many rows */
export async function aggregateOnce(aggregator: Aggregator): Promise<number> {
	for (let rows = 0; ; ) {
		const slice = await aggregator.aggregateSlice();
		rows += slice.rows;
		if (!slice.isMore) return rows;
	}
}

/** Whether a row waits to be folded, also one from before rows had a `tx`. */
async function isBehind(pool: pg.Pool): Promise<boolean> {
	const { rows } = await pool.query<{ isBehind: boolean }>(`SELECT EXISTS (
		SELECT FROM views, fold_state WHERE tx >= next_tx
			OR (tx IS NULL AND NOT is_backfilled AND views.id > backfilled AND views.id < backfill_until)
	) AS "isBehind"`);
	return rows[0]?.isBehind === true;
}
