import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import { ownOriginsOf } from "#server/platform/config/origins.ts";
import { createClockCheck } from "#server/platform/db/clock-check.ts";
import { poolFigures } from "#server/platform/db/pool-figures.ts";
import { createCertificateWatch } from "#server/platform/outbound/certificate-watch.ts";
import { backupFigures } from "./backup/proof.ts";
import { createDiskWatch } from "./disk-watch.ts";
import { releaseFigures } from "./release-figures.ts";

type Options = {
	config: Config;
	pools: Record<"api" | "public" | "billing", pg.Pool>;
	/** Of charts; the service does without it. */
	replica: pg.Pool | null;
	now: () => Date;
	log: Logger;
};

/** What is watched of the machine and the database while the app runs: the clock, the disk, the pools, the certificate. */
export function createWatch({ config, pools, replica, now, log }: Options) {
	const certificate = createCertificateWatch({ ownOrigins: ownOriginsOf(config.http), log });
	const disk = createDiskWatch({ dataDir: config.dataDir, log });
	return {
		figures: [
			disk.figures,
			poolFigures(pools, replica && { charts: replica }),
			releaseFigures(config.release),
			backupFigures(config.dataDir),
			certificate.figures,
		],
		work: [createClockCheck({ pool: pools.api, now, log }), disk, certificate],
	};
}
