import type pg from "pg";
import type { Logger } from "pino";
import { repeat } from "#server/platform/work/repeat.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { dropOldMonths } from "./old-months.ts";
import { makePartitions } from "./view-partitions.ts";
import { forgetOldVisitors } from "./view-retention.ts";

const RETRY_MS = 60_000;
/** Any number that no other advisory lock of ours uses. */
const RETENTION_LOCK = 7_214_010;
/** Deleting waits no longer for a lock, since others wait behind it; vacuuming leaves the disk to others between pages. */
const SETTINGS = "SET statement_timeout = 0; SET lock_timeout = '400ms'; SET vacuum_cost_delay = '1ms'";

export type ViewJobs = { start(): Promise<void>; stop(): Promise<void> };

type Options = {
	pool: pg.Pool;
	/** How many months single views are kept; 0: forever. */
	retentionMonths: number;
	now: () => Date;
	log: Logger;
};

/** What the table of views needs at the start and every day: partitions ahead of time, and deletion (P23, P411). */
export function createViewJobs({ pool, retentionMonths, now, log }: Options): ViewJobs {
	const daily = repeat({
		everyMs: DAY_MS,
		retryMs: RETRY_MS,
		async work(stopping) {
			await makePartitions(pool, now());
			await deleteOld(stopping);
			return undefined;
		},
		failed: (error) => log.error({ err: error }, "the daily work on views failed"),
	});

	/** One process at a time; the others have nothing left to do. */
	async function deleteOld(stopping: AbortSignal): Promise<void> {
		const client = await pool.connect();
		try {
			await client.query(SETTINGS);
			const { rows } = await client.query(`SELECT pg_try_advisory_lock(${RETENTION_LOCK}) AS "isOurs"`);
			if (!rows[0]?.isOurs) return;
			const dropped = await dropOldMonths(client, now(), { months: retentionMonths, stopping });
			if (dropped.length > 0) log.info({ dropped }, "single views that are past their retention were dropped");
			await forgetOldVisitors(client, now(), { stopping });
		} finally {
			// With its settings and its lock.
			client.release(true);
		}
	}

	return {
		async start() {
			// Before the first view of a month, so that no row lands in the default partition.
			await makePartitions(pool, now()).catch((error) => log.error({ err: error }, "no partitions were made"));
			daily.start();
		},
		stop: daily.stop,
	};
}
