import type pg from "pg";
import type { Logger } from "pino";
import { repeat } from "#server/platform/work/repeat.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import type { ViewArchive } from "./archive/archive.ts";
import { dropOldMonths } from "./old-months.ts";
import { makePartitions } from "./view-partitions.ts";
import { forgetOldVisitors } from "./view-retention.ts";

const RETRY_MS = 60_000;
/** While another process works, which may die of it, or has just died. */
const BUSY_MS = 10_000;
/** Unique among our advisory locks. */
const RETENTION_LOCK = 7_214_010;
/** A short lock timeout, because others queue behind it; vacuum pauses to leave the disk to others. */
const SETTINGS = "SET statement_timeout = 0; SET lock_timeout = '400ms'; SET vacuum_cost_delay = '1ms'";

export type ViewJobs = { start(): Promise<void>; stop(): Promise<void> };

type Options = {
	pool: pg.Pool;
	retentionMonths: number;
	archive: Pick<ViewArchive, "run">;
	now: () => Date;
	log: Logger;
};

/** Runs at start and daily: creates partitions ahead of time, and deletes old data (P23, P411), archives (P693). */
export function createViewJobs({ pool, retentionMonths, archive, now, log }: Options): ViewJobs {
	const daily = repeat({
		everyMs: DAY_MS,
		retryMs: RETRY_MS,
		async work(stopping) {
			await makePartitions(pool, now());
			const done = (await deleteOld(stopping)) ? await archive.run(now(), stopping) : null;
			if (done === null) return BUSY_MS;
			const { archived, forgotten } = done;
			if (archived.length > 0) log.info({ archived }, "months of single views were archived");
			if (forgotten.length > 0) log.info({ forgotten }, "archived views that are past their retention were deleted");
			return undefined;
		},
		failed: (error) => log.error({ err: error }, "the daily work on views failed"),
	});

	/** @returns whether no other process was at it */
	async function deleteOld(stopping: AbortSignal): Promise<boolean> {
		const client = await pool.connect();
		try {
			await client.query(SETTINGS);
			const { rows } = await client.query(`SELECT pg_try_advisory_lock(${RETENTION_LOCK}) AS "isOurs"`);
			if (!rows[0]?.isOurs) return false;
			const dropped = await dropOldMonths(client, now(), { months: retentionMonths, stopping });
			if (dropped.length > 0) log.info({ dropped }, "single views that are past their retention were dropped");
			await forgetOldVisitors(client, now(), { stopping });
			return true;
		} finally {
			// Discards the connection with its settings and lock.
			client.release(true);
		}
	}

	return {
		async start() {
			// Before a month's first view, so that no row ends up in the default partition.
			await makePartitions(pool, now()).catch((error) => log.error({ err: error }, "no partitions were made"));
			daily.start();
		},
		stop: daily.stop,
	};
}
