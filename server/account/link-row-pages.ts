import { and, asc, eq, getTableColumns, inArray, ne, type SQL } from "drizzle-orm";
import { walkLinkIds } from "#server/links/link-walk.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { publicStats } from "#shared/analytics/public-stats.table.ts";
import { publicStatsPath } from "#shared/analytics/public-stats.ts";
import { linkCards } from "#shared/links/cards/link-cards.table.ts";
import { linkHealth, targetHealth } from "#shared/links/health/target-health.table.ts";
import { linkAliasDays, linkAliases } from "#shared/links/link-aliases.table.ts";
import { linkFlags } from "#shared/links/link-flags.table.ts";
import { links } from "#shared/links/links.table.ts";
import { reports } from "#shared/moderation/trust/reports.table.ts";

/** Former slugs of links, including deleted ones. */
export function aliasPages(db: Db, userId: string) {
	const { linkId, slug, createdAt, id, state } = linkAliases;
	return pagesOf(db, userId, (isOfPage) =>
		db
			.select({ linkId, slug, createdAt })
			.from(linkAliases)
			.innerJoin(links, eq(links.id, linkId))
			.where(and(isOfPage, ne(state, "past")))
			.orderBy(asc(linkId), asc(id)),
	);
}

/** Views by alias and UTC day in the last month. */
export function aliasDayPages(db: Db, userId: string) {
	const { linkId, slug, day, views } = linkAliasDays;
	return pagesOf(db, userId, (isOfPage) =>
		db
			.select({ linkId, slug, day, views })
			.from(linkAliasDays)
			.innerJoin(links, eq(links.id, linkId))
			.where(isOfPage)
			.orderBy(asc(linkId), asc(day), asc(slug)),
	);
}

/** Links' flags and requested reviews, without operators' notes. */
export function flagPages(db: Db, userId: string) {
	const { linkId, state, reasons, flaggedAt, reviewAskedAt, decidedAt } = linkFlags;
	return pagesOf(db, userId, (isOfPage) =>
		db
			.select({ linkId, state, reasons, flaggedAt, reviewAskedAt, decidedAt })
			.from(linkFlags)
			.innerJoin(links, eq(links.id, linkId))
			.where(isOfPage)
			.orderBy(asc(linkId)),
	);
}

/** What checks found at the targets of links (P685). */
export function targetCheckPages(db: Db, userId: string) {
	const { linkId, isOff, target } = linkHealth;
	const { goneSince, failure, askedAt: checkedAt } = targetHealth;
	return pagesOf(db, userId, (isOfPage) =>
		db
			.select({ linkId, isOff, goneSince, failure, checkedAt })
			.from(linkHealth)
			.innerJoin(links, eq(links.id, linkId))
			.leftJoin(targetHealth, eq(targetHealth.target, target))
			.where(isOfPage)
			.orderBy(asc(linkId)),
	);
}

/** Reports of links, without what reporters typed or what identifies them (P485). */
export function reportPages(db: Db, userId: string) {
	const { linkId, link, targetUrl, reason, repeats, createdAt, closedAt, outcome, id } = reports;
	return pagesOf(db, userId, (isOfPage) =>
		db
			.select({ linkId, link, targetUrl, reason, repeats, createdAt, closedAt, outcome })
			.from(reports)
			.innerJoin(links, eq(links.id, linkId))
			.where(isOfPage)
			.orderBy(asc(linkId), asc(id)),
	);
}

/** Custom cards, link by link. */
export function platformCardPages(db: Db, userId: string) {
	return pagesOf(db, userId, (isOfPage) =>
		db
			.select(getTableColumns(linkCards))
			.from(linkCards)
			.innerJoin(links, eq(links.id, linkCards.linkId))
			.where(isOfPage)
			.orderBy(asc(linkCards.linkId), asc(linkCards.target)),
	);
}

/** Links with a public statistics page, and its address. */
export function publicPages(db: Db, userId: string, publicOrigin: string) {
	const { linkId, address, createdAt } = publicStats;
	return pagesOf(db, userId, async (isOfPage) => {
		const rows = await db
			.select({ linkId, address, createdAt })
			.from(publicStats)
			.innerJoin(links, eq(links.id, linkId))
			.where(isOfPage)
			.orderBy(asc(linkId));
		return rows.map(({ address: last, ...row }) => ({ ...row, page: publicOrigin + publicStatsPath(last) }));
	});
}

async function* pagesOf<T>(db: Db, userId: string, read: (isOfPage: SQL | undefined) => Promise<T[]>) {
	for await (const ids of walkLinkIds(db, userId)) {
		yield await read(and(eq(links.userId, userId), inArray(links.id, ids)));
	}
}
