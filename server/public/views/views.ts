import path from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createFreshReads } from "#server/platform/db/fresh-reads.ts";
import { createOwnerWalk } from "./archive/archived-walk.ts";
import { openArchive } from "./archive/open-archive.ts";
import { statsRouter } from "./stats.routes.ts";
import { createViewErasure, type EraseDays } from "./view-erasure.ts";
import { createViewJobs } from "./view-jobs.ts";
import { createViewNotifications } from "./view-notifications.ts";
import { createViewRecorder } from "./view-recorder.ts";
import { createViewSizes } from "./view-sizes.ts";
import { createViewTotals } from "./view-totals.ts";
import { createViewWalk, createViewWalkFrom } from "./view-walk.ts";
import { createVisitors } from "./visitor-salts.ts";

type Options = {
	db: Db;
	pool: pg.Pool;
	publicPool: pg.Pool;
	replicaPool: pg.Pool | null;
	/** While the database is down, views are spooled below `dataDir`; archived ones are there or with the images. */
	config: Pick<Config, "dataDir" | "views" | "images">;
	databaseUrl: string;
	guards: Guards;
	eraseDays: EraseDays;
	deadlines: Pick<Deadlines, "view">;
	now: () => Date;
	log: Logger;
};

export type Views = ReturnType<typeof createViews>;

/** Wires counting: recorder, totals, and work between requests. */
export function createViews({ db, pool, publicPool, replicaPool, databaseUrl, config, ...options }: Options) {
	const { guards, eraseDays, deadlines, now, log } = options;
	const visitors = createVisitors({ pool, now, log });
	const { visitorOf } = visitors;
	const spoolDir = path.join(config.dataDir, "view-spool");
	const slowMs = deadlines.view;
	const notifications = createViewNotifications({ pool, log });
	const { stored } = notifications;
	const recorder = createViewRecorder({ pool: publicPool, log, spoolDir, visitorOf, now, stored, slowMs });
	const archive = openArchive({ pool, databaseUrl, config, log });
	const jobs = createViewJobs({ pool, retentionMonths: config.views.retentionMonths, archive, now, log });
	const erasure = createViewErasure({ db, pool, walkViews: createViewWalk({ pool }), archive, eraseDays, now, log });
	const walkViews = createViewWalkFrom(createFreshReads({ pool, replica: replicaPool }));
	return {
		recorder,
		sizes: createViewSizes({ pool: publicPool, now }),
		/** For data exports. */
		walk: createOwnerWalk({ pool, archive, walkViews }),
		erasure,
		routers: [statsRouter({ views: createViewTotals({ db }), guards })],
		metrics: recorder.metrics,
		work: [{ start: () => {}, stop: notifications.stop }, visitors, jobs, erasure, archive],
	};
}
