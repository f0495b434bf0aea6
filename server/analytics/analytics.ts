import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import { createChartReads } from "./chart-reads.ts";
import { createCharts } from "./charts.ts";
import { createFoldRetention } from "./fold-retention.ts";
import { createFolder } from "./folder.ts";
import { createPublicStats } from "./public-stats.ts";

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
	const retention = createFoldRetention({ pool, now, log });
	return {
		charts,
		figures: [reads.figures],
		publicPages: createPublicStats({ db, charts, publicOrigin, now }),
		start(): void {
			folder.start();
			retention.start();
		},
		async stop(): Promise<void> {
			await Promise.all([folder.stop(), retention.stop()]);
		},
	};
}
