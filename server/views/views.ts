import path from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import type { Db } from "#server/db/connect.ts";
import { createViewErasure, type EraseDays } from "./view-erasure.ts";
import { createViewJobs } from "./view-jobs.ts";
import { createViewNews } from "./view-news.ts";
import { createViewRecorder } from "./view-recorder.ts";
import { createViewSizes } from "./view-sizes.ts";
import { createViewTotals } from "./view-totals.ts";
import { createViewWalk } from "./view-walk.ts";
import { createVisitors } from "./visitor-salts.ts";

type Options = {
	db: Db;
	pool: pg.Pool;
	/** Connections that nothing but the public link and its views uses. */
	publicPool: pg.Pool;
	/** Views wait in a folder below it while the database is away. */
	dataDir: string;
	eraseDays: EraseDays;
	/** How long a view waits for the database before it goes to the spool, in milliseconds; the recorder's own patience if left out. */
	slowViewMs?: number;
	/** How many months single views are kept; 0: forever. */
	retentionMonths: number;
	now: () => Date;
	log: Logger;
};

export type Views = ReturnType<typeof createViews>;

/** Counting, wired: what records a view, what reads the counts, and the work between requests. */
export function createViews({
	db,
	pool,
	publicPool,
	dataDir,
	eraseDays,
	slowViewMs,
	retentionMonths,
	now,
	log,
}: Options) {
	const visitors = createVisitors({ pool, now, log });
	const { visitorOf } = visitors;
	const spoolDir = path.join(dataDir, "view-spool");
	const patience = slowViewMs === undefined ? {} : { slowMs: slowViewMs };
	const news = createViewNews({ pool, log });
	const { stored } = news;
	const recorder = createViewRecorder({ pool: publicPool, log, spoolDir, visitorOf, now, stored, ...patience });
	const jobs = createViewJobs({ pool, retentionMonths, now, log });
	const walk = createViewWalk({ pool });
	const erasure = createViewErasure({ db, pool, walkViews: walk, eraseDays, now, log });
	return {
		recorder,
		sizes: createViewSizes({ pool: publicPool, now }),
		totals: createViewTotals({ db }),
		walk,
		erasure,
		async start(): Promise<void> {
			visitors.start();
			await jobs.start();
			erasure.start();
		},
		/** Ends the work between requests; the recorder is closed by itself. */
		async stop(): Promise<void> {
			await Promise.all([news.stop(), visitors.stop(), jobs.stop(), erasure.stop()]);
		},
	};
}
