import { count, eq, sql } from "drizzle-orm";
import { getDomain } from "tldts";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { yieldAfterSlice } from "#server/platform/work/time-slice.ts";
import type { User } from "#shared/account/auth/users.table.ts";
import { links } from "#shared/links/links.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { hostOf } from "#shared/platform/host-of.ts";

/** 0: no limit. */
export type NewAccountBounds = {
	/** Links of an account's first 24 hours, whatever its plan. */
	firstDayLinks: number;
	/** Links of its first week to one website. */
	linksPerWebsite: number;
};
export const NO_NEW_ACCOUNT_LIMITS: NewAccountBounds = { firstDayLinks: 0, linksPerWebsite: 0 };

type Reads = Pick<Db, "select" | "execute">;

const WEEK_MS = 7 * DAY_MS;

export type NewAccountLimits = ReturnType<typeof createNewAccountLimits>;

/** What new accounts may create (P388): an account that was made for abuse is found before it has made much. */
export function createNewAccountLimits({ firstDayLinks, linksPerWebsite }: NewAccountBounds) {
	/**
	 * For each new link whether it goes beyond a limit, in order. It holds while the owner's row is locked.
	 * @param targets normalized addresses
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

/** Deleted ones count, too. */
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
