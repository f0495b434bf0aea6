import type pg from "pg";
import type { Logger } from "pino";
import { repeat } from "#server/platform/work/repeat.ts";
import { ALIAS_DAYS_KEPT } from "#shared/links/aliases.ts";
import { DAY_MS, HOUR_MS, utcDay } from "#shared/platform/days.ts";

const QUARTER_MONTHS = 13;
const OPEN_DAYS = 2;
const RETRY_MS = 60_000;
const CLOSED = [
	["link_visitors", OPEN_DAYS],
	["user_visitors", OPEN_DAYS],
	["link_candidates", OPEN_DAYS],
	["user_candidates", OPEN_DAYS],
	["link_alias_days", ALIAS_DAYS_KEPT],
] as const;
/** Rows per statement, so that each is far from its timeout. */
const ROWS_AT_ONCE = 5_000;

type Options = { pool: pg.Pool; now: () => Date; log: Pick<Logger, "error"> };
type Slices = { rowsAtOnce?: number; stopping?: AbortSignal };

/** Deletes what aggregates don't keep: hourly for closed days, daily for quarters, which scan all days. */
export function createAggregateRetention({ pool, now, log }: Options) {
	const failed = (error: unknown) =>
		log.error({ err: error }, "old folds could not be forgotten; it will be tried again");
	const jobs = [
		repeat({
			...{ everyMs: HOUR_MS, retryMs: RETRY_MS, failed },
			work: (stopping) => closeDays(pool, now(), { stopping }),
		}),
		repeat({
			...{ everyMs: DAY_MS, retryMs: RETRY_MS, failed },
			work: (stopping) => forgetQuarters(pool, now(), { stopping }),
		}),
	];
	return {
		start(): void {
			for (const job of jobs) job.start();
		},
		async stop(): Promise<void> {
			await Promise.all(jobs.map((job) => job.stop()));
		},
	};
}

/** Deletes visitor hashes and candidates 48 hours after a day began (P236), views by alias after a month (P322). */
export async function closeDays(pool: pg.Pool, now: Date, slices: Slices = {}): Promise<undefined> {
	const { rowsAtOnce = ROWS_AT_ONCE, stopping } = slices;
	for (const [table, days] of CLOSED) {
		const limit = utcDay(now.getTime() - days * DAY_MS);
		for (let deleted = rowsAtOnce; deleted === rowsAtOnce && !stopping?.aborted; ) {
			const { rowCount } = await pool.query(
				`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE day <= $1 LIMIT $2))`,
				[limit, rowsAtOnce],
			);
			deleted = rowCount ?? 0;
		}
	}
}

/** Deletes quarters of an hour after 13 months. Scans all days by primary key; a stop restarts it. */
export async function forgetQuarters(pool: pg.Pool, now: Date, slices: Slices = {}): Promise<undefined> {
	const limit = new Date(now);
	limit.setUTCMonth(limit.getUTCMonth() - QUARTER_MONTHS);
	const before = utcDay(limit.getTime());
	await forgetQuartersOf(pool, { table: "link_days", id: "link_id", first: 0, before }, slices);
	await forgetQuartersOf(pool, { table: "user_days", id: "user_id", first: "", before }, slices);
}

type Days = { table: string; id: string; first: string | number; before: string };

async function forgetQuartersOf(pool: pg.Pool, { table, id, first, before }: Days, slices: Slices): Promise<void> {
	const { rowsAtOnce = ROWS_AT_ONCE, stopping } = slices;
	const key = `(${table}.${id}, ${table}.day)`;
	let last: unknown[] | undefined = [first, "-infinity"];
	while (last && !stopping?.aborted) {
		const { rows }: pg.QueryResult<{ id: unknown; day: string }> = await pool.query(
			`SELECT ${id} AS id, day::text AS day FROM ${table} WHERE ${key} > ($1, $2)
				ORDER BY ${table}.${id}, ${table}.day OFFSET $3 LIMIT 1`,
			[...last, rowsAtOnce - 1],
		);
		const end: unknown[] | undefined = rows[0] && [rows[0].id, rows[0].day];
		await pool.query(
			`UPDATE ${table} SET quarters = NULL WHERE day < $1 AND quarters IS NOT NULL
				AND ${key} > ($2, $3) ${end ? `AND ${key} <= ($4, $5)` : ""}`,
			[before, ...last, ...(end ?? [])],
		);
		last = end;
	}
}
