import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Prober } from "#server/platform/outbound/probe.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { HOUR_MS } from "#shared/platform/days.ts";
import { healthRouter } from "./health.routes.ts";
import { createHealthService } from "./health.service.ts";
import { createHealthChecker } from "./health-checker.ts";
import { healthMetrics } from "./health-metrics.ts";
import { createHealthPlanner } from "./health-planner.ts";
import { publishGone } from "./publish-gone.ts";

type Options = {
	db: Db;
	outbound: Prober;
	guards: Guards;
	now: () => Date;
	log: Logger;
};

const CHECK_EVERY_MS = 15_000;
/** Between two runs while more is due, and between two pages of links: both leave the database to others. */
const PAUSE_MS = 1_000;
const PLAN_EVERY_MS = 10 * 60_000;
/** A process that just started has other things to do. */
const FIRST_AFTER_MS = 5 * 60_000;

/** The health of links' targets, wired: its routes, metrics, and the checks between requests. */
export function createHealth({ db, outbound, guards, now, log }: Options) {
	const { metrics, counted } = healthMetrics({ db, now });
	const checker = createHealthChecker({ db, prober: outbound, now, onTargetGone: publishGone, counted });
	const planner = createHealthPlanner({ db, now });
	const checks = repeat({
		work: async (stopping) => ((await checker.checkDue(stopping)) ? PAUSE_MS : undefined),
		everyMs: CHECK_EVERY_MS,
		firstAfterMs: FIRST_AFTER_MS,
		failed: (error) => log.warn({ err: error }, "targets of links were not checked"),
	});
	const plans = repeat({
		work: async () => {
			if (await planner.planPage()) return PAUSE_MS;
			await checker.forgetOldHosts();
			return undefined;
		},
		everyMs: PLAN_EVERY_MS,
		firstAfterMs: FIRST_AFTER_MS,
		mostRetryMs: HOUR_MS,
		failed: (error) => log.warn({ err: error }, "targets to check were not found"),
	});
	const service = createHealthService({ db, checker, now });
	return { service, routers: [healthRouter({ health: service, guards })], metrics: [metrics], work: [checks, plans] };
}
