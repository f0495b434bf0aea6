import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import { ownOriginsOf } from "#server/platform/config/origins.ts";
import { createClockCheck } from "#server/platform/db/clock-check.ts";
import { poolMetrics } from "#server/platform/db/pool-metrics.ts";
import { createCertificateWatch } from "#server/platform/outbound/certificate-watch.ts";
import { createDomainCertificates } from "#server/platform/outbound/domain-certificates.ts";
import { backupMetrics } from "./backup/proof.ts";
import { createDiskWatch } from "./disk-watch.ts";
import { releaseMetrics } from "./release-metrics.ts";

type Options = {
	config: Config;
	pools: Record<"api" | "public" | "billing", pg.Pool>;
	replica: pg.Pool | null;
	/** Accounts' domains that point here. */
	domains: () => string[];
	now: () => Date;
	log: Logger;
};

/** Monitors the machine and the database while the app runs: clock, disk, pools, certificates. */
export function createWatch({ config, pools, replica, domains, now, log }: Options) {
	const certificate = createCertificateWatch({ ownOrigins: ownOriginsOf(config.http), log });
	const { protocol, port } = new URL(config.http.linksOrigin);
	const domainCertificates = createDomainCertificates({
		proxy: protocol === "https:" ? { host: config.domains.target, port: Number(port || 443) } : null,
		hosts: domains,
		now,
		log,
	});
	const disk = createDiskWatch({ dataDir: config.dataDir, log });
	return {
		metrics: [
			disk.metrics,
			poolMetrics(pools, replica && { charts: replica }),
			releaseMetrics(config.release),
			backupMetrics(config.dataDir),
			certificate.metrics,
			domainCertificates.metrics,
		],
		work: [createClockCheck({ pool: pools.api, now, log }), disk, certificate, domainCertificates],
	};
}
