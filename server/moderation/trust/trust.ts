import type { Logger } from "pino";
import { Counter, Gauge } from "prom-client";
import type { Config } from "#server/platform/config/config.ts";
import { ownOriginsOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { hstsFor } from "#server/platform/http/hsts.ts";
import { createOperatorWebhook } from "#server/platform/outbound/operator-webhook.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { PartRegistry } from "#server/platform/work/part-registry.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import type { LinkCache } from "#server/public/go/link-cache.ts";
import { createMissLimit } from "#server/public/go/miss-limit.ts";
import type { KnownLink } from "#server/public/go/public-link.ts";
import { createAnnouncements } from "./announcements.ts";
import { forgetOldReports } from "./decisions.ts";
import { createReportHandler, REPORT_OUTCOMES } from "./report.handler.ts";
import { createReportPages } from "./report-pages.ts";
import { createReports } from "./reports.service.ts";

const HOUR_MS = 3_600_000;
const TEN_MINUTES_MS = 600_000;

type Options = {
	db: Db;
	sessionSecret: string;
	config: Pick<Config, "http" | "alerts">;
	linkCache: Pick<LinkCache<KnownLink>, "get">;
	now: () => Date;
	log: Logger;
};

/** Wires reports of links: form, operator's webhook, retention, and metrics. */
export function createTrust({ db, sessionSecret: secret, config, linkCache, now, log }: Options) {
	const { publicOrigin, linksOrigin, reportEmail, trustProxy, rateLimits: isOn } = config.http;
	const reports = createReports({ db, secret, now });
	const metrics = new PartRegistry("reports", async () => {
		const { open, oldestAt } = await reports.open();
		waiting.set(open);
		oldestSeconds.set(oldestAt ? Math.max(0, now().getTime() - oldestAt.getTime()) / 1_000 : 0);
	});
	const sent = new Counter({
		name: "visualink_reports_total",
		help: "Reports of links that were sent, by what became of them",
		labelNames: ["outcome"],
		registers: [metrics],
	});
	for (const outcome of REPORT_OUTCOMES) sent.inc({ outcome }, 0);
	const waiting = new Gauge({
		name: "visualink_reports_open",
		help: "Reports of links that no operator has decided",
		registers: [metrics],
	});
	const oldestSeconds = new Gauge({
		name: "visualink_reports_oldest_open_seconds",
		help: "Age of the oldest open report of a link; 0 without one",
		registers: [metrics],
	});
	const { webhookUrl } = config.alerts;
	const announcements =
		webhookUrl === null
			? null
			: createAnnouncements({
					...{ db, reports, now, log },
					webhook: createOperatorWebhook(webhookUrl),
					linksOrigin,
				});
	const retention = repeat({
		work: async () => void (await forgetOldReports(db, now())),
		everyMs: HOUR_MS,
		failed: (error) => log.error({ err: error }, "old reports were not deleted"),
	});
	const handler = createReportHandler({
		...{ reports, linkCache, trustProxy, log },
		ownOrigins: ownOriginsOf(config.http),
		hsts: hstsFor(linksOrigin),
		pages: createReportPages({ homeUrl: `${publicOrigin}/`, reportEmail }),
		limits: {
			sent: createMissLimit({ isOn, most: 20, windowMs: TEN_MINUTES_MS }),
			stored: createMissLimit({ isOn, most: 5, windowMs: TEN_MINUTES_MS }),
			looked: createMissLimit({ isOn, most: 60 }),
		},
		total: isOn
			? createRateLimiter({ max: 300, perAccount: 100, perMs: 60_000 })
			: { take: () => true, readyAt: () => 0 },
		permits: createFairSemaphore({ permits: 1, maxWaiting: 50 }),
		count: (outcome) => sent.inc({ outcome }),
		stored: () => announcements?.wake(),
	});

	return { handler, metrics: [metrics], work: [retention, ...(announcements ? [announcements] : [])] };
}
