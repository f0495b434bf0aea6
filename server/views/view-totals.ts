import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import { links } from "#shared/links/links.table.ts";
import type { ViewStats } from "#shared/views/view-stats.ts";

export type ViewTotals = ReturnType<typeof createViewTotals>;

/** The largest id that PostgreSQL's integer holds. */
const MAX_ID = 2_147_483_647;

/** Totals, read from the counters of links: their time does not grow with the number of views. */
export function createViewTotals({ db }: { db: Db }) {
	return {
		/** Of all links of a person, the deleted ones too. */
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

		/** Of one link of a person, deleted or not. @throws AppError "not_found" for a missing or foreign one. */
		async ofLink(userId: string, linkId: number): Promise<ViewStats> {
			if (!Number.isInteger(linkId) || linkId < 1 || linkId > MAX_ID) throw linkNotFound();
			const [link] = await db
				.select({ human: links.viewsHuman, bot: links.viewsBot })
				.from(links)
				.where(and(eq(links.id, linkId), eq(links.userId, userId)));
			if (!link) throw linkNotFound();
			return stats(link.human, link.bot);
		},
	};
}

function stats(human: number, bot: number): ViewStats {
	return { total: human + bot, human, bot };
}

function linkNotFound(): AppError {
	return new AppError("not_found", "Link not found");
}
