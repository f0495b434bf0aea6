import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { healthRounds, linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { firstSlot } from "./next-health.ts";
import { type Target, targetOf } from "./target-of.ts";

type Options = { db: Db; now: () => Date; pageSize?: number };

/** Links read by one statement; a round over all of them takes as many as there are. */
const PAGE = 1_000;
const ROUND_MS = DAY_MS;
/** A link is checked while people have opened it within this (P681). */
const VIEWED_WITHIN_MS = 30 * DAY_MS;
/** Targets of one account that are asked on one day; of more, each is asked less often, but at least every week. */
const ACCOUNT_PER_DAY = 2_000;
const MOST_DAYS = 7;

/** Whatever the planner believes of tables that grow fast: a statement reads as much of them as it needs. */
export const READ_BY_INDEX = sql`SET LOCAL enable_seqscan = off`;

type Planned = { id: number; targetUrl: string; userId: string; isWanted: boolean; target: string | null };

/**
 * Finds which targets to check (P681), by reading the links in the order of their ids, a page at a time: when a link was
 * last viewed is in its row, and an index of it would slow down the counting of views.
 */
export function createHealthPlanner({ db, now, pageSize = PAGE }: Options) {
	/** Reads one page, unless another process does or all links were read within a day. @returns whether more are left */
	async function planPage(): Promise<boolean> {
		return db.transaction(async (tx) => {
			await tx.execute(READ_BY_INDEX);
			const [round] = await tx.select().from(healthRounds).for("update", { skipLocked: true });
			const at = now();
			if (!round || (round.afterLink === 0 && at.getTime() - round.begunAt.getTime() < ROUND_MS)) return false;
			const begunAt = round.afterLink === 0 ? at : round.begunAt;
			const page = await pageOf(tx, round.afterLink, at);
			await plan(tx, page, at);
			const isLast = page.length < pageSize;
			await tx.update(healthRounds).set({ begunAt, afterLink: isLast ? 0 : (page.at(-1)?.id ?? 0) });
			return !isLast;
		});
	}

	async function pageOf(tx: Tx, after: number, at: Date): Promise<Planned[]> {
		const since = new Date(at.getTime() - VIEWED_WITHIN_MS);
		const { rows } = await tx.execute<Planned>(sql`
			SELECT l.id, l.target_url AS "targetUrl", l.user_id AS "userId", h.target,
				coalesce(l.last_seen_at > ${since}, false) AND NOT l.deleted AND l.disabled_at IS NULL
					AND (l.ends_at IS NULL OR l.ends_at > ${at}) AND NOT coalesce(h.is_off, false) AS "isWanted"
			FROM (SELECT * FROM links WHERE id > ${after} ORDER BY id LIMIT ${pageSize}) AS l
			LEFT JOIN link_health h ON h.link_id = l.id
			ORDER BY l.id`);
		return rows;
	}

	async function plan(tx: Tx, page: Planned[], at: Date): Promise<void> {
		const dropped = page.filter(({ isWanted, target }) => !isWanted && target !== null).map(({ id }) => id);
		if (dropped.length > 0)
			await tx
				.update(linkHealth)
				.set({ target: null })
				.where(and(inArray(linkHealth.linkId, dropped), isNotNull(linkHealth.target)));
		const wanted = page.flatMap(({ id, userId, targetUrl, isWanted, target: known }) => {
			const target = isWanted ? targetOf(targetUrl) : null;
			return target && target.target !== known ? [{ id, userId, ...target }] : [];
		});
		if (wanted.length > 0) await addTargets(tx, wanted, at);
	}

	return { planPage };
}

type Wanted = Target & { id: number; userId: string };

/** Has the targets of these links checked, in their order of the night. */
export async function addTargets(tx: Tx, wanted: Wanted[], at: Date): Promise<void> {
	const everyDays = await daysApart(tx, [...new Set(wanted.map(({ userId }) => userId))]);
	const targets = new Map(wanted.map((each) => [each.target, each]));
	const rows = [...targets.values()].map(({ target, url, host, userId }) => ({
		...{ target, url, host, askedFor: userId, everyDays: everyDays.get(userId) ?? 1 },
		dueAt: firstSlot(target, at),
	}));
	// By target, so that two processes wait for each other instead of deadlocking.
	rows.sort((a, b) => (a.target < b.target ? -1 : 1));
	await tx
		.insert(targetHealth)
		.values(rows)
		.onConflictDoUpdate({
			target: targetHealth.target,
			set: { askedFor: sql`excluded.asked_for`, everyDays: sql`least(target_health.every_days, excluded.every_days)` },
		});
	await tx
		.insert(linkHealth)
		.values(wanted.map(({ id, target }) => ({ linkId: id, target })))
		.onConflictDoUpdate({
			target: linkHealth.linkId,
			set: { target: sql`excluded.target` },
			setWhere: eq(linkHealth.isOff, false),
		});
}

/** How many days apart each account's targets are checked, by how many it has; counted no further than needed. */
async function daysApart(tx: Tx, userIds: string[]): Promise<Map<string, number>> {
	const { rows } = await tx.execute<{ id: string; count: string }>(sql`
		SELECT u.id, (SELECT count(*) FROM (SELECT FROM target_health WHERE asked_for = u.id
			LIMIT ${ACCOUNT_PER_DAY * MOST_DAYS}) AS counted) AS count
		FROM unnest(${sql.param(userIds)}::text[]) AS u (id)`);
	return new Map(
		rows.map(({ id, count }) => [id, Math.min(MOST_DAYS, 1 + Math.floor(Number(count) / ACCOUNT_PER_DAY))]),
	);
}
