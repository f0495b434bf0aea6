import { and, count, eq, gte, lt } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { monthlyLinkQuota } from "#shared/billing/plans/plan-rules.ts";
import { links } from "#shared/links/links.table.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";

/** Links that an account without a monthly quota may create within one UTC day (P248): more than any campaign needs. */
export const LINKS_PER_DAY = 25_000;

/** Links created in the calendar month (UTC) of `at`, the deleted ones too. */
export async function countMonth(db: Pick<Db, "select">, owner: Pick<User, "id">, at: Date): Promise<number> {
	const monthFromNow = (months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
	return countCreated(db, owner, { from: monthFromNow(0), to: monthFromNow(1) });
}

async function countCreated(
	db: Pick<Db, "select">,
	owner: Pick<User, "id">,
	{ from, to }: { from: Date; to: Date },
): Promise<number> {
	const [row] = await db
		.select({ count: count() })
		.from(links)
		.where(and(eq(links.userId, owner.id), gte(links.createdAt, from), lt(links.createdAt, to)));
	return row?.count ?? 0;
}

/** Links that the month has room for; infinite on a plan without a monthly quota. */
export async function remainingQuota(
	db: Pick<Db, "select">,
	owner: Pick<User, "id">,
	{ planId, at }: { planId: string; at: Date },
): Promise<number> {
	const limit = monthlyLinkQuota(planId);
	return limit === 0 ? Number.POSITIVE_INFINITY : limit - (await countMonth(db, owner, at));
}

/** The error when `remainingQuota` is used up. */
export function quotaExceeded(planId: string): AppError {
	const limit = monthlyLinkQuota(planId);
	const message = `You've used all ${limit} links this month. Upgrade to create more.`;
	return new AppError("quota_exceeded", message, { limit });
}

/** @throws AppError "too_many" when a plan without a monthly quota has created all the links of its day. */
export async function requireRoomToday(
	db: Pick<Db, "select">,
	owner: Pick<User, "id">,
	{ planId, at }: { planId: string; at: Date },
): Promise<void> {
	if (monthlyLinkQuota(planId) !== 0) return;
	const today = Date.parse(utcDay(at.getTime()));
	const [from, to] = [new Date(today), new Date(today + DAY_MS)];
	if ((await countCreated(db, owner, { from, to })) < LINKS_PER_DAY) return;
	const message = `You've created all ${LINKS_PER_DAY.toLocaleString("en-US")} links allowed in a day. Please try again tomorrow.`;
	const retryAfterSeconds = Math.ceil((to.getTime() - at.getTime()) / 1_000);
	throw new AppError("daily_link_limit", message, { retryAfterSeconds, limit: LINKS_PER_DAY });
}
