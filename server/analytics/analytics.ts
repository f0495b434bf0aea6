import type { RequestHandler } from "express";
import type pg from "pg";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createAggregateRetention } from "./aggregate-retention.ts";
import { createAggregator } from "./aggregator.ts";
import { createChartReads } from "./chart-reads.ts";
import { chartsRouter } from "./charts.routes.ts";
import { createCharts } from "./charts.ts";
import { publicPageRouter, publicStatsPages, publicStatsRouter } from "./public-stats.routes.ts";
import { createPublicStats } from "./public-stats.ts";
import { createReplicaLag } from "./replica-lag.ts";

type Options = {
	db: Db;
	pool: pg.Pool;
	replicaPool: pg.Pool | null;
	ipCountry: (address: string) => string | null;
	recorded: () => number;
	guards: Guards;
	activeSubscription: (userId: string) => Promise<{ planId: string } | null>;
	limitPublic: RequestHandler;
	publicOrigin: string;
	linksOrigin: string;
	now: () => Date;
	log: Logger;
};

/** Wires charts: routes, the aggregator, and work between requests. */
export function createAnalytics(options: Options) {
	const { db, pool, replicaPool, ipCountry, recorded, guards, activeSubscription, limitPublic: limit } = options;
	const { publicOrigin, linksOrigin, now, log } = options;
	const reads = createChartReads({ pool, replica: replicaPool, log });
	const lag = createReplicaLag({ pool, replica: replicaPool });
	const charts = createCharts({ db, pool: reads, asOf: lag.asOf, linksOrigin, now, log });
	const aggregator = createAggregator({ pool, countryOf: ipCountry, recorded, now, log });
	const retention = createAggregateRetention({ pool, now, log });
	const pages = createPublicStats({ db, charts, publicOrigin, linksOrigin, now });
	return {
		charts,
		metrics: [reads.metrics, aggregator.metrics],
		routers: [chartsRouter({ charts, guards, activeSubscription }), publicPageRouter({ pages, guards })],
		publicRouter: publicStatsRouter({ pages, limit }),
		publicPages: publicStatsPages({ pages, limit, log }),
		work: [aggregator, retention, lag],
	};
}
