import type pg from "pg";
import type { Logger } from "pino";
import { makePartitions } from "./view-partitions.ts";
import { forgetOldVisitors } from "./view-retention.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 60_000;

export type ViewJobs = { start(): Promise<void>; stop(): Promise<void> };

/** What the table of views needs at the start and every day: partitions ahead of time, and forgetting. */
export function createViewJobs(deps: { pool: pg.Pool; now: () => Date; log: Logger }): ViewJobs {
	const { pool, now, log } = deps;
	let timer: NodeJS.Timeout | undefined;
	let running: Promise<void> = Promise.resolve();
	let isStopped = false;

	function runAfter(milliseconds: number): void {
		if (isStopped) return;
		timer = setTimeout(() => {
			running = forgetAndPrepare();
		}, milliseconds);
		timer.unref();
	}

	async function forgetAndPrepare(): Promise<void> {
		try {
			await makePartitions(pool, now());
			await forgetOldVisitors(pool, now());
			runAfter(DAY_MS);
		} catch (error) {
			log.error({ err: error }, "the daily work on views failed");
			runAfter(RETRY_MS);
		}
	}

	return {
		async start() {
			// Before the first view of a month, so that no row lands in the default partition.
			await makePartitions(pool, now()).catch((error) => log.error({ err: error }, "no partitions were made"));
			runAfter(0);
		},
		async stop() {
			isStopped = true;
			clearTimeout(timer);
			await running;
		},
	};
}
