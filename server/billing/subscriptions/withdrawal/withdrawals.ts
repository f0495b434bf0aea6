import { count, isNull, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { Gauge } from "prom-client";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { RateLimits } from "#server/platform/http/rate-limits.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import { withdrawals as table } from "#shared/billing/subscriptions/withdrawals.table.ts";
import { withdrawalsRouter } from "./withdrawals.routes.ts";
import { createWithdrawals } from "./withdrawals.service.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Options = {
	config: Pick<Config, "http">;
	db: Db;
	guards: Guards;
	limits: RateLimits;
	now: () => Date;
	log: Logger;
};

export function createWithdrawalModule({ config, db, guards, limits, now, log }: Options) {
	const withdrawals = createWithdrawals({ db, now, log });
	const metrics = new PartRegistry("withdrawals", async () => {
		const oldest = sql`min(${table.createdAt})`.mapWith(table.createdAt);
		const [found] = await db.select({ open: count(), oldest }).from(table).where(isNull(table.closedAt));
		open.set(found?.open ?? 0);
		const since = found?.oldest as Date | null | undefined;
		oldestSeconds.set(since ? Math.max(0, now().getTime() - since.getTime()) / 1_000 : 0);
	});
	const open = new Gauge({
		name: "visualink_withdrawals_open",
		help: "Withdrawals from contracts that no operator has closed",
		registers: [metrics],
	});
	const oldestSeconds = new Gauge({
		name: "visualink_withdrawals_oldest_open_seconds",
		help: "Age of the oldest open withdrawal; 0 without one",
		registers: [metrics],
	});
	const retention = repeat({
		work: async () => void (await withdrawals.forgetOld()),
		everyMs: HOUR_MS,
		failed: (error) => log.error({ err: error }, "old withdrawals were not deleted"),
	});
	const total = config.http.rateLimits
		? createRateLimiter({ max: 120, perAccount: 20, perMs: MINUTE_MS })
		: { take: () => ({ account: "", amount: 0, at: 0 }) };
	return {
		routers: [withdrawalsRouter({ withdrawals, guards, limits, total })],
		metrics: [metrics],
		work: [retention],
	};
}
