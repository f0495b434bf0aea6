import type pg from "pg";
import type { Logger } from "pino";
import { repeat } from "#server/work/repeat.ts";
import { DAY_MS } from "#shared/days.ts";
import { makePartitions } from "./view-partitions.ts";
import { forgetOldVisitors } from "./view-retention.ts";

const RETRY_MS = 60_000;

export type ViewJobs = { start(): Promise<void>; stop(): Promise<void> };

/** What the table of views needs at the start and every day: partitions ahead of time, and forgetting. */
export function createViewJobs({ pool, now, log }: { pool: pg.Pool; now: () => Date; log: Logger }): ViewJobs {
	const daily = repeat({
		everyMs: DAY_MS,
		retryMs: RETRY_MS,
		async work(stopping) {
			await makePartitions(pool, now());
			await forgetOldVisitors(pool, now(), { stopping });
			return undefined;
		},
		failed: (error) => log.error({ err: error }, "the daily work on views failed"),
	});
	return {
		async start() {
			// Before the first view of a month, so that no row lands in the default partition.
			await makePartitions(pool, now()).catch((error) => log.error({ err: error }, "no partitions were made"));
			daily.start();
		},
		stop: daily.stop,
	};
}
