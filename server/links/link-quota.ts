import { and, count, eq, gte, lt, sql } from "drizzle-orm";
import { getDomain } from "tldts";
import type { Db } from "#server/platform/db/connect.ts";
import { queueMail } from "#server/platform/db/queue-mail.ts";
import { raiseWebhookEvent } from "#server/platform/db/webhook-events.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { monthlyLinkQuota } from "#shared/billing/plans/plan-rules.ts";
import { links } from "#shared/links/links.table.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";
import { hostOf } from "#shared/platform/parse-url.ts";

/** Links that an account without a monthly quota may create per UTC day (P248): more than any campaign needs. */
export const LINKS_PER_DAY = 25_000;

/** Links created in `at`'s calendar month (UTC), including deleted ones. */
export async function countMonth(db: Pick<Db, "select">, owner: Pick<User, "id">, at: Date): Promise<number> {
	const monthFromNow = (months: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months));
	return countCreated(db, owner, { from: monthFromNow(0), to: monthFromNow(1) });
}

/** Links created on `at`'s UTC day, including deleted ones. */
export async function countDay(db: Pick<Db, "select">, owner: Pick<User, "id">, at: Date): Promise<number> {
	const today = Date.parse(utcDay(at.getTime()));
	return countCreated(db, owner, { from: new Date(today), to: new Date(today + DAY_MS) });
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

/** Links left this month; infinite on a plan without a monthly quota. */
export async function remainingQuota(
	db: Pick<Db, "select">,
	owner: Pick<User, "id">,
	{ planId, at }: { planId: string; at: Date },
): Promise<number> {
	const limit = monthlyLinkQuota(planId);
	return limit === 0 ? Number.POSITIVE_INFINITY : limit - (await countMonth(db, owner, at));
}

/** Shares of a month's links, in percent, that are events for webhooks and mails when they are reached. */
const SHARES = [80, 100];

/**
 * Stores the events of shares that new links reached (P661), and queues a mail about the highest (P671): each once a month.
 * @param room links left before them
 */
export async function publishUsage(
	tx: Pick<Db, "execute">,
	{ id: userId }: Pick<User, "id">,
	{ planId, at, room, made }: { planId: string; at: Date; room: number; made: number },
): Promise<void> {
	const limit = monthlyLinkQuota(planId);
	if (limit === 0) return;
	const before = limit - room;
	const used = before + made;
	const month = utcDay(at.getTime()).slice(0, "2027-01".length);
	const reached = SHARES.filter((percent) => before < (limit * percent) / 100 && used >= (limit * percent) / 100);
	for (const percent of reached) {
		const data = { month, used, limit };
		await raiseWebhookEvent(tx, { type: `usage.${percent}`, userId, data, once: month });
	}
	const highest = reached.at(-1);
	if (highest === undefined) return;
	await queueMail(tx, { userId, kind: "quota", key: `${month}:${limit}:${highest}`, data: { used, limit } });
}

export function quotaExceeded(planId: string): AppError {
	const limit = monthlyLinkQuota(planId);
	const message = `You've used all ${limit} links this month. Upgrade to create more.`;
	return new AppError("quota_exceeded", message, { limit });
}

/** @throws AppError "too_many" if a plan without a monthly quota has reached its daily limit */
export async function requireRoomToday(
	db: Pick<Db, "select">,
	owner: Pick<User, "id">,
	{ planId, at }: { planId: string; at: Date },
): Promise<void> {
	if (monthlyLinkQuota(planId) !== 0) return;
	if ((await countDay(db, owner, at)) < LINKS_PER_DAY) return;
	const message = `You've created all ${LINKS_PER_DAY.toLocaleString("en-US")} links allowed in a day. Please try again tomorrow.`;
	const tomorrow = Date.parse(utcDay(at.getTime())) + DAY_MS;
	const retryAfterSeconds = Math.ceil((tomorrow - at.getTime()) / 1_000);
	throw new AppError("daily_link_limit", message, { retryAfterSeconds, limit: LINKS_PER_DAY });
}

/** 0: no limit. */
export type NewAccountBounds = {
	firstDayLinks: number;
	linksPerWebsite: number;
};
export const NO_NEW_ACCOUNT_LIMITS: NewAccountBounds = { firstDayLinks: 0, linksPerWebsite: 0 };

type Reads = Pick<Db, "select" | "execute">;

const WEEK_MS = 7 * DAY_MS;

export type NewAccountLimits = ReturnType<typeof createNewAccountLimits>;

/** Creates the limits of new accounts (P388), so that abusive ones are found before they create much. */
export function createNewAccountLimits({ firstDayLinks, linksPerWebsite }: NewAccountBounds) {
	/**
	 * Whether each new link exceeds a limit, in order. Stable while the owner's row is locked.
	 * @param targets normalized URLs
	 */
	return async (
		tx: Reads,
		owner: Pick<User, "id" | "createdAt" | "trustedAt">,
		{ targets, at }: { targets: string[]; at: Date },
	): Promise<(AppError | null)[]> => {
		const age = at.getTime() - owner.createdAt.getTime();
		if (owner.trustedAt !== null || age >= WEEK_MS) return targets.map(() => null);
		const isFirstDay = firstDayLinks > 0 && age < DAY_MS;
		let room = isFirstDay ? firstDayLinks - (await countOf(tx, owner)) : Number.POSITIVE_INFINITY;
		const websites: string[] = [];
		for (const target of targets) {
			await yieldAfterSlice();
			websites.push(websiteOf(target));
		}
		const known =
			linksPerWebsite > 0 ? await countByWebsite(tx, owner, [...new Set(websites)]) : new Map<string, number>();
		return websites.map((website) => {
			const before = known.get(website) ?? 0;
			if (room <= 0) return firstDayOver(firstDayLinks, DAY_MS - age);
			if (linksPerWebsite > 0 && before >= linksPerWebsite) return websiteFull(website, linksPerWebsite, WEEK_MS - age);
			room -= 1;
			known.set(website, before + 1);
			return null;
		});
	};
}

async function countOf(tx: Reads, { id }: Pick<User, "id">): Promise<number> {
	const [row] = await tx.select({ count: count() }).from(links).where(eq(links.userId, id));
	return row?.count ?? 0;
}

async function countByWebsite(tx: Reads, { id }: Pick<User, "id">, websites: string[]): Promise<Map<string, number>> {
	const { rows } = await tx.execute<{ website: string; count: string }>(sql`
		SELECT website, count(*) AS count FROM unnest(${sql.param(websites)}::text[]) AS website
		JOIN links ON links.user_id = ${id} AND website = ANY (domains_of(links.target_url)) GROUP BY website`);
	return new Map(rows.map(({ website, count: found }) => [website, Number(found)]));
}

function websiteOf(target: string): string {
	const host = hostOf(new URL(target));
	return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function firstDayOver(limit: number, leftMs: number): AppError {
	const message = `New accounts can create ${limit} links on their first day. Please try again tomorrow, or contact us.`;
	return new AppError("new_account_limit", message, { limit, retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}

function websiteFull(website: string, limit: number, leftMs: number): AppError {
	const message = `New accounts can create ${limit} links to ${website} in their first week. Please contact us if you need more.`;
	return new AppError("new_account_limit", message, { limit, retryAfterSeconds: Math.ceil(leftMs / 1_000) });
}
