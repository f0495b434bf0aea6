import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import { repeat } from "#server/work/repeat.ts";
import { createChartReads } from "./chart-reads.ts";
import { createCharts } from "./charts.ts";
import { forgetFolds } from "./fold-retention.ts";
import { createFolder } from "./folder.ts";
import { createPublicStats } from "./public-stats.ts";

const DAY_MS = 24 * 3_600_000;
const RETRY_MS = 60_000;

type Options = {
	db: Db;
	pool: pg.Pool;
	replicaPool: pg.Pool | null;
	ipCountry: (address: string) => string | null;
	/** Views counted by this process since its start. */
	recorded: () => number;
	publicOrigin: string;
	now: () => Date;
	log: Logger;
};

/** Charts, wired: what folds the views for them, and the work between requests. */
export function createAnalytics({ db, pool, replicaPool, ipCountry, recorded, publicOrigin, now, log }: Options) {
	const reads = createChartReads({ pool, replica: replicaPool, log });
	const charts = createCharts({ db, pool: reads, now });
	const folder = createFolder({ pool, countryOf: ipCountry, recorded, now, log });
	const daily = repeat({
		work: () => forgetFolds(pool, now()).then(() => undefined),
		everyMs: DAY_MS,
		retryMs: RETRY_MS,
		failed: (error) => log.error({ err: error }, "old folds could not be forgotten; it will be tried again"),
	});
	return {
		charts,
		figures: [reads.figures],
		publicPages: createPublicStats({ db, charts, publicOrigin, now }),
		start(): void {
			folder.start();
			daily.start();
		},
		async stop(): Promise<void> {
			await Promise.all([folder.stop(), daily.stop()]);
		},
	};
}
