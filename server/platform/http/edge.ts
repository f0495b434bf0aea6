import type pg from "pg";
import type { Logger } from "pino";
import type { Config } from "#server/platform/config/config.ts";
import type { PartRegistry } from "#server/platform/work/part-registry.ts";
import { createHealth, type Problems } from "./health.ts";
import { createLoopWatch } from "./loop-watch.ts";
import { createMetrics } from "./metrics.ts";
import { createRateLimits } from "./rate-limits.ts";
import { requestGuard } from "./request-guard.ts";
import { createRequestIds } from "./request-id.ts";
import { requestLog } from "./request-log.ts";
import { refuseWhenFull } from "./request-queue.ts";
import { createRouteTimes } from "./route-times.ts";
import { createUncaughtErrors } from "./uncaught-errors.ts";

type Options = {
	config: Config;
	pool: pg.Pool;
	problems: () => Problems;
	warnings: () => string[];
	metrics: () => PartRegistry[];
	log: Logger;
};

/** What applies to every request: id, limits, error handler, health and metrics. */
export function createEdge({ config, pool, problems, warnings, metrics, log }: Options) {
	const { publicOrigin, rateLimits, metricsToken } = config.http;
	const sandbox = [config.google.isSandbox ? "Google" : "", config.stripe.isSandbox ? "Stripe" : ""].filter(Boolean);
	const requestIds = createRequestIds();
	const routeTimes = createRouteTimes();
	const loopWatch = createLoopWatch({ requests: routeTimes, log });
	return {
		sandbox,
		requestIds,
		health: createHealth({ pool, problems, warnings, isDatabaseOurs: config.db.url === null, sandbox }),
		limits: createRateLimits({ isOn: rateLimits }),
		metricsRouter: createMetrics({ token: metricsToken, metrics, log }),
		metrics: [routeTimes.metrics, loopWatch.metrics],
		measure: [routeTimes.measure, refuseWhenFull],
		work: [loopWatch],
		logApi: requestLog({ log, requestIds }),
		guardApi: requestGuard({ publicOrigin }),
		uncaughtErrors: createUncaughtErrors({ log, requestIds }),
	};
}
