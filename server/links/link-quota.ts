import { and, count, eq, gte, lt } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import type { User } from "#shared/auth/users.table.ts";
import type { MonthlyUsage } from "#shared/links/link.ts";
import { links } from "#shared/links/links.table.ts";

/** Links created in the calendar month (UTC) of `at`, the deleted ones too. */
export async function countMonth(db: Pick<Db, "select">, owner: Pick<User, "id">, at: Date): Promise<number> {
	const monthFromNow = (months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
	const [row] = await db
		.select({ count: count() })
		.from(links)
		.where(
			and(eq(links.userId, owner.id), gte(links.createdAt, monthFromNow(0)), lt(links.createdAt, monthFromNow(1))),
		);
	return row?.count ?? 0;
}

/** @throws AppError "quota_exceeded" when the month has no room for another link; a limit of 0 is none. */
export function requireRoom({ monthlyCount, limit }: MonthlyUsage): void {
	if (limit === 0 || monthlyCount < limit) return;
	throw new AppError("quota_exceeded", `You have created all ${limit} links of this month. Upgrade to create more.`);
}
