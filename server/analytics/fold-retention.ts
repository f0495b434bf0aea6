import type pg from "pg";
import type { Logger } from "pino";
import { repeat } from "#server/work/repeat.ts";

const QUARTER_MONTHS = 13;
const VISITOR_DAYS = 2;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RETRY_MS = 60_000;
const SUBJECTS = ["link", "user"] as const;

type Options = { pool: pg.Pool; now: () => Date; log: Pick<Logger, "error"> };

/** Forgets what folds may not keep: who was seen each hour, as a key finds it; quarters each day, as that reads all days. */
export function createFoldRetention({ pool, now, log }: Options) {
	const failed = (error: unknown) =>
		log.error({ err: error }, "old folds could not be forgotten; it will be tried again");
	const jobs = [
		repeat({ work: () => forgetVisitors(pool, now()), everyMs: HOUR_MS, retryMs: RETRY_MS, failed }),
		repeat({ work: () => forgetQuarters(pool, now()), everyMs: DAY_MS, retryMs: RETRY_MS, failed }),
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

/** Forgets who was seen on a day, 48 hours after it began; how many they were stays. */
export async function forgetVisitors(pool: pg.Pool, now: Date): Promise<undefined> {
	const limit = new Date(now.getTime() - VISITOR_DAYS * DAY_MS);
	for (const subject of SUBJECTS) {
		await inSlices(
			pool,
			`DELETE FROM ${subject}_visitors WHERE ctid = ANY(ARRAY(
				SELECT ctid FROM ${subject}_visitors WHERE day <= $1 LIMIT $2))`,
			limit,
		);
	}
}

/** Forgets the quarters of an hour after 13 months; the days' counts stay for ever. */
export async function forgetQuarters(pool: pg.Pool, now: Date): Promise<undefined> {
	const limit = new Date(now);
	limit.setUTCMonth(limit.getUTCMonth() - QUARTER_MONTHS);
	for (const subject of SUBJECTS) {
		await inSlices(
			pool,
			`UPDATE ${subject}_days SET quarters = NULL WHERE ctid = ANY(ARRAY(
				SELECT ctid FROM ${subject}_days WHERE day < $1 AND quarters IS NOT NULL LIMIT $2))`,
			limit,
		);
	}
}

const ROWS_AT_ONCE = 5_000;

async function inSlices(pool: pg.Pool, statement: string, before: Date): Promise<void> {
	const values = [before.toISOString().slice(0, 10), ROWS_AT_ONCE];
	for (;;) {
		const { rowCount } = await pool.query(statement, values);
		if ((rowCount ?? 0) < ROWS_AT_ONCE) return;
	}
}
