import { and, asc, eq, gt, gte, inArray, sum } from "drizzle-orm";
import { notifyOfHealth } from "#server/platform/db/account-notifications.ts";
import type { Tx } from "#server/platform/db/tx.ts";
import { linkDays } from "#shared/analytics/view-days.table.ts";
import { linkHealth, type TargetHealth } from "#shared/links/health/target-health.table.ts";
import { type Link, links } from "#shared/links/links.table.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";

/** A link whose target counts as gone from now on. `people`: who opened it in the last 7 days (UTC), today included. */
export type GoneLink = { link: Link; people: number; goneSince: Date };
/** Called in the transaction that marks a target as gone, with up to 500 links at a time. */
export type OnTargetGone = (tx: Tx, gone: GoneLink[]) => Promise<void>;

type Changed = Pick<TargetHealth, "target" | "goneSince">;
type Options = { onTargetGone: OnTargetGone; at: Date };

const PAGE = 500;
const WEEK_DAYS = 7;

/** Notifies of a target that is gone, or back: open pages of its links' owners, and who else wants to know. */
export async function publishTarget(
	tx: Tx,
	{ target, goneSince }: Changed,
	{ onTargetGone, at }: Options,
): Promise<void> {
	let after = 0;
	let page: Link[];
	do {
		page = await linksTo(tx, target, after);
		after = page.at(-1)?.id ?? 0;
		for (const [user, ids] of idsByOwner(page)) await notifyOfHealth(tx, user, ids);
		if (goneSince && page.length > 0) {
			const people = await peopleOfWeek(tx, page, at);
			await onTargetGone(
				tx,
				page.map((link) => ({ link, people: people.get(link.id) ?? 0, goneSince })),
			);
		}
	} while (page.length === PAGE);
}

async function linksTo(tx: Tx, target: string, after: number): Promise<Link[]> {
	const found = await tx
		.select({ link: links })
		.from(linkHealth)
		.innerJoin(links, eq(links.id, linkHealth.linkId))
		.where(
			and(eq(linkHealth.target, target), eq(linkHealth.isOff, false), eq(links.deleted, false), gt(links.id, after)),
		)
		.orderBy(asc(links.id))
		.limit(PAGE);
	return found.map(({ link }) => link);
}

function idsByOwner(page: Link[]): Map<string, number[]> {
	const ids = new Map<string, number[]>();
	for (const { id, userId } of page) ids.set(userId, [...(ids.get(userId) ?? []), id]);
	return ids;
}

async function peopleOfWeek(tx: Tx, page: Link[], at: Date): Promise<Map<number, number>> {
	const ids = page.map(({ id }) => id);
	const since = utcDay(at.getTime() - (WEEK_DAYS - 1) * DAY_MS);
	const rows = await tx
		.select({ id: linkDays.linkId, people: sum(linkDays.human).mapWith(Number) })
		.from(linkDays)
		.where(and(inArray(linkDays.linkId, ids), gte(linkDays.day, since)))
		.groupBy(linkDays.linkId);
	return new Map(rows.map(({ id, people }) => [id, people]));
}
