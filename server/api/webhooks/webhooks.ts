import type pg from "pg";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { notifyOfWebhooks } from "#server/platform/db/account-notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { Poster } from "#server/platform/outbound/outbound.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import { createDailyWork } from "./daily-work.ts";
import { createEventBodies } from "./event-bodies.ts";
import { createScreenNotices } from "./screen-notices.ts";
import { createWebhookLog } from "./webhook-log.ts";
import { createWebhookMetrics } from "./webhook-metrics.ts";
import { createWebhookSender } from "./webhook-sender.ts";
import type { ReceiverAt } from "./webhook-url.ts";
import { webhooksRouter } from "./webhooks.routes.ts";
import { createWebhookService } from "./webhooks.service.ts";

type Options = {
	db: Db;
	pool: pg.Pool;
	outbound: Poster;
	guards: Guards;
	activeSubscription: (userId: string) => Promise<Subscription | null>;
	linksOrigin: string;
	imagesOrigin: string;
	ownOrigins: readonly string[];
	receiverAt: ReceiverAt | null;
	deadlines: Pick<Deadlines, "outboundPost">;
	now: () => Date;
	log: Logger;
};

/** Webhooks, wired: their routes, the sender, and the daily work (P660 to P665). */
export function createWebhooks(options: Options) {
	const { db, pool, outbound, activeSubscription, guards, receiverAt, deadlines, now, log } = options;
	const webhooks = createWebhookService(options);
	const { metrics, count } = createWebhookMetrics(pool);
	const notices = createScreenNotices({ notify: (userId) => notifyOfWebhooks(db, userId), log });
	const sender = createWebhookSender({
		...{ pool, activeSubscription, now, log },
		poster: outbound,
		bodiesOf: createEventBodies(options),
		written(sent) {
			count(sent);
			for (const { userId } of sent) notices.add(userId);
		},
		postMs: deadlines.outboundPost,
	});
	const webhookLog = createWebhookLog({ db, webhooks, wake: sender.wake, now });
	return {
		webhooks,
		webhookLog,
		wake: sender.wake,
		routers: [webhooksRouter({ webhooks, webhookLog, receiverAt, guards, now })],
		metrics: [metrics],
		work: [sender, notices, createDailyWork({ pool, now, log })],
	};
}
