import { eq, sql } from "drizzle-orm";
import { ownLinkOrDeleted } from "#server/account/auth/own-link.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { links } from "#shared/links/links.table.ts";
import type { ViewStats } from "#shared/public/views/view-stats.ts";

export type ViewTotals = ReturnType<typeof createViewTotals>;

/** Totals from links' counters: their time doesn't grow with the number of views. */
export function createViewTotals({ db }: { db: Db }) {
	return {
		async ofUser(userId: string): Promise<ViewStats> {
			const [counted] = await db
				.select({
					human: sql<string>`coalesce(sum(${links.viewsHuman}), 0)`,
					bot: sql<string>`coalesce(sum(${links.viewsBot}), 0)`,
				})
				.from(links)
				.where(eq(links.userId, userId));
			return stats(Number(counted?.human ?? 0), Number(counted?.bot ?? 0));
		},

		/** One link, deleted or not. @throws AppError "not_found" for a missing or foreign one */
		async ofLink(userId: string, linkId: number): Promise<ViewStats> {
			const { viewsHuman, viewsBot } = await ownLinkOrDeleted(db, userId, linkId);
			return stats(viewsHuman, viewsBot);
		},
	};
}

function stats(human: number, bot: number): ViewStats {
	return { total: human + bot, human, bot };
}
