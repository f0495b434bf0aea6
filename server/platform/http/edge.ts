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
	/** What keeps this process from selling. */
	problems: () => Problems;
	/** What is amiss without keeping this process from its work. */
	warnings: () => string[];
	/** Metrics of all parts. */
	metrics: () => PartRegistry[];
	log: Logger;
};

/** What watches over every request, whatever it asks for: its id, its limits, its last resort, health and figures. */
export function createEdge({ config, pool, problems, warnings, metrics, log }: Options) {
	const { publicOrigin, rateLimits, metricsToken } = config.http;
	/** Who is not the real one here. */
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
		/** Times every request that passes through, and refuses an account's hundred-and-first that waits. */
		measure: [routeTimes.measure, refuseWhenFull],
		work: [loopWatch],
		/** First of all for the API: its log, and where a request may come from. */
		watchApi: [requestLog({ log, requestIds }), requestGuard({ publicOrigin })],
		uncaughtErrors: createUncaughtErrors({ log, requestIds }),
	};
}
