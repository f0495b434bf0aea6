import { and, asc, inArray, isNull, lt, or } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "#server/platform/db/connect.ts";
import type { OperatorWebhook } from "#server/platform/outbound/operator-webhook.ts";
import { type Repeated, repeat } from "#server/platform/work/repeat.ts";
import { REPORT_REASONS } from "#shared/moderation/trust/report.ts";
import { type Report, reports } from "#shared/moderation/trust/reports.table.ts";
import { reportStatePath, trustPagePath } from "#shared/moderation/trust/trust-paths.ts";
import type { Reports } from "./reports.service.ts";

/** Reports per message; a flood is split, so that each stays readable. */
const AT_ONCE = 20;
/** Longer than the webhook's timeout: a killed process's reports go to the next one. */
const CLAIM_MS = 60_000;
const RETRY_MS = 60_000;
const MOST_RETRY_MS = 60 * 60_000;

type Options = {
	db: Db;
	reports: Pick<Reports, "open">;
	webhook: OperatorWebhook;
	linksOrigin: string;
	everyMs?: number;
	now: () => Date;
	log: Pick<Logger, "warn">;
};

/** Sends new reports to the operator's webhook in batches, at least once each, from any process. */
export function createAnnouncements(options: Options): Repeated {
	const {
		db,
		reports: { open },
		webhook,
		linksOrigin,
		everyMs = 30_000,
		now,
		log,
	} = options;

	async function claim(): Promise<Report[]> {
		const isFree = or(isNull(reports.claimedUntil), lt(reports.claimedUntil, now()));
		const next = db
			.select({ id: reports.id })
			.from(reports)
			.where(and(isNull(reports.closedAt), isNull(reports.announcedAt), isFree))
			.orderBy(asc(reports.id))
			.limit(AT_ONCE)
			.for("update", { skipLocked: true });
		const claimedUntil = new Date(now().getTime() + CLAIM_MS);
		return db.update(reports).set({ claimedUntil }).where(inArray(reports.id, next)).returning();
	}

	async function tell(notifications: Report[]): Promise<void> {
		const { open: openReports, oldestAt } = await open();
		await webhook.post({
			type: "reports.created",
			text: `${notifications.length} new ${notifications.length === 1 ? "report" : "reports"} of links, ${openReports} open: npm run operator -- reports`,
			openReports,
			oldestOpenAt: oldestAt?.toISOString() ?? null,
			reports: notifications.map(({ number, link, reason, createdAt }) => ({
				number,
				link: `${linksOrigin}/go/${link}`,
				trustPage: linksOrigin + trustPagePath(`/go/${link}`),
				state: linksOrigin + reportStatePath(number),
				...{ reason, reasonText: REPORT_REASONS[reason], createdAt: createdAt.toISOString() },
			})),
		});
	}

	return repeat({
		async work(stopping) {
			while (!stopping.aborted) {
				const notifications = await claim();
				if (notifications.length === 0) break;
				const ids = inArray(
					reports.id,
					notifications.map(({ id }) => id),
				);
				try {
					await tell(notifications);
				} catch (error) {
					await db
						.update(reports)
						.set({ claimedUntil: null })
						.where(and(ids, isNull(reports.announcedAt)));
					throw error;
				}
				await db.update(reports).set({ announcedAt: now() }).where(ids);
			}
			return undefined;
		},
		everyMs,
		...{ retryMs: RETRY_MS, mostRetryMs: MOST_RETRY_MS },
		failed: (error) => log.warn({ err: error }, "new reports could not be announced"),
	});
}
