import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { createWebRiskApi } from "#server/platform/outbound/web-risk-api.ts";
import { repeat } from "#server/platform/work/repeat.ts";
import type { ModerationReason } from "#shared/moderation/guard/moderation-reason.ts";
import { flagMetrics } from "./flag-metrics.ts";
import { forgetThreats } from "./lists/forget-threats.ts";
import { createLists } from "./lists/lists.ts";
import { createLiveLinks } from "./lists/live-links.ts";
import { moderationRouter } from "./moderation.routes.ts";
import { createModerationService } from "./moderation.service.ts";
import { forgetOldPages } from "./page-signs.ts";
import { createWebRisk } from "./web-risk/web-risk.ts";
import { createWebRiskMetrics } from "./web-risk/web-risk-metrics.ts";

type Options = {
	db: Db;
	config: Pick<Config, "moderation" | "deadlines">;
	guards: Guards;
	now: () => Date;
	log: Logger;
};

const HOUR_MS = 3_600_000;

/** Wires the guard: checks of saves, lists, Web Risk (P392), and reviews. */
export function createModeration({ db, config, guards, now, log }: Options) {
	const metrics = createWebRiskMetrics();
	let listsRevision = 0;
	const changed = () => {
		listsRevision += 1;
		return links.compareAll();
	};
	const lists = createLists({ places: config.moderation.lists, changed, log, now });
	const webRisk =
		config.moderation.webRisk &&
		createWebRisk({
			api: createWebRiskApi(config.moderation.webRisk),
			timeoutMs: config.deadlines.webRisk,
			answered: async (threats) => {
				if (threats.length > 0) listsRevision += 1;
				await forgetThreats(db, threats);
				await links.compareThose(threats);
			},
			...{ called: metrics.called, now, log },
		});
	const listed = (url: URL) => [...lists.listed(url), ...(webRisk?.listed(url) ?? [])];
	const isUnsure = (reason: ModerationReason, url: URL) =>
		lists.isUnsure(reason) || webRisk?.isUnsure(reason, url) === true;
	const links = createLiveLinks({ db, now, listed, isUnsure });
	const service = createModerationService({
		...{
			db,
			now,
			listed,
			listsRevision: () => listsRevision,
			...(webRisk && { lookUp: webRisk.lookUp, askLater: webRisk.askLater }),
		},
	});
	const retention = repeat({
		work: async () => void (await forgetOldPages(db, now())),
		everyMs: HOUR_MS,
		failed: (error) => log.error({ err: error }, "old readings of pages were not deleted"),
	});
	return {
		service,
		/** Whether a list or Google names a normalized address now. */
		isListed: (address: string) => listed(new URL(address)).length > 0,
		routers: [moderationRouter({ moderation: service, guards })],
		metrics: [flagMetrics({ db, now }), lists.metrics, metrics.registry],
		work: [retention, ...(lists.isEmpty ? [] : [lists.work]), ...(webRisk ? [webRisk.work] : [])],
	};
}
