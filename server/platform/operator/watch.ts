import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import { ownOriginsOf } from "#server/platform/config/origins.ts";
import { createClockCheck } from "#server/platform/db/clock-check.ts";
import { poolMetrics } from "#server/platform/db/pool-metrics.ts";
import { createCertificateWatch } from "#server/platform/outbound/certificate-watch.ts";
import { backupMetrics } from "./backup/proof.ts";
import { createDiskWatch } from "./disk-watch.ts";
import { releaseMetrics } from "./release-metrics.ts";

type Options = {
	config: Config;
	pools: Record<"api" | "public" | "billing", pg.Pool>;
	replica: pg.Pool | null;
	now: () => Date;
	log: Logger;
};

/** Monitors the machine and the database while the app runs: clock, disk, pools, certificate. */
export function createWatch({ config, pools, replica, now, log }: Options) {
	const certificate = createCertificateWatch({ ownOrigins: ownOriginsOf(config.http), log });
	const disk = createDiskWatch({ dataDir: config.dataDir, log });
	return {
		metrics: [
			disk.metrics,
			poolMetrics(pools, replica && { charts: replica }),
			releaseMetrics(config.release),
			backupMetrics(config.dataDir),
			certificate.metrics,
		],
		work: [createClockCheck({ pool: pools.api, now, log }), disk, certificate],
	};
}
