import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Counts, TagCounts } from "#shared/analytics/chart.ts";
import { addDays, daysIn, utcDay } from "#shared/days.ts";
import { links } from "#shared/links/links.table.ts";
import type { ChartReads } from "./chart-reads.ts";
import type { UtcDays } from "./chart-span.ts";
import { monthOf, monthParts } from "./month-parts.ts";

/** Days of links that are added up for one answer at most: it takes about a second. */
const LINK_DAYS_MAX = 3_000_000;

type Tagged = { id: number; tags: string[] };

/**
 * An account's views by the tags that its links have now (P226), the deleted ones too: totals have their views. Tags are
 * asked of the database itself, days and months of links of where charts are read from.
 */
export function createTagCounts({ db, reads, now }: { db: Db; reads: ChartReads; now: () => Date }) {
	async function byTag(userId: string, days: UtcDays): Promise<TagCounts> {
		const tagged = await taggedLinks(userId);
		if (tagged.length === 0) return { ...days, tags: [], untagged: { human: 0, bot: 0 } };
		const parts = partsOf(days);
		// Of one moment: what has no tag is what is left of the account's days.
		const { rows } = await reads.query<Counts & { id: number | null }>({
			name: "chart-parts-of-tagged-links",
			text: `SELECT link_id AS id, sum(human)::float8 AS human, sum(bot)::float8 AS bot FROM (${PARTS}) AS parts GROUP BY link_id
				UNION ALL SELECT NULL, coalesce(sum(human), 0)::float8, coalesce(sum(bot), 0)::float8 FROM user_days
					WHERE user_id = $10 AND day BETWEEN $11 AND $12`,
			values: [tagged.map(({ id }) => id), ...parts, userId, days.from, days.to],
		});
		return { ...days, ...summed(tagged, rows) };
	}

	/**
	 * People of a tag's links by day, those days without any too.
	 * @throws AppError `invalid` where it has too many links for so many days
	 */
	async function daysOf(userId: string, tag: string, days: UtcDays): Promise<{ day: string; count: number }[]> {
		const tagged = await taggedLinks(userId, tag);
		requireFew(tagged, days);
		const { rows } = await reads.query<{ day: string; count: number }>({
			name: "chart-days-of-a-tag",
			text: `SELECT day::text, sum(human)::float8 AS count FROM link_days
				WHERE link_id = ANY($1::int[]) AND day BETWEEN $2 AND $3 GROUP BY day`,
			values: [tagged.map(({ id }) => id), days.from, days.to],
		});
		const countOf = new Map(rows.map(({ day, count }) => [day, count]));
		return datesOf(days).map((day) => ({ day, count: countOf.get(day) ?? 0 }));
	}

	/** The same by month, each named by the first of its days. */
	async function monthsOf(userId: string, tag: string, days: UtcDays): Promise<{ day: string; count: number }[]> {
		const tagged = await taggedLinks(userId, tag);
		const { rows } = await reads.query<{ month: string; count: number }>({
			name: "chart-months-of-a-tag",
			text: `SELECT month::text, sum(human)::float8 AS count FROM (${PARTS}) AS parts GROUP BY month`,
			values: [tagged.map(({ id }) => id), ...partsOf(days)],
		});
		const countOf = new Map(rows.map(({ month, count }) => [month, count]));
		const firsts = datesOf(days).filter((day) => day === days.from || day === monthOf(day));
		return firsts.map((day) => ({ day, count: countOf.get(monthOf(day)) ?? 0 }));
	}

	/** The values of `PARTS` after the links. */
	function partsOf(days: UtcDays) {
		const { months, edges } = monthParts(days, utcDay(now().getTime()));
		return [months.from, months.to, ...edges.flatMap(({ from, to, sign }) => [from, to, sign])];
	}

	function taggedLinks(userId: string, tag?: string): Promise<Tagged[]> {
		const has = tag === undefined ? sql`${links.tags} <> '{}'` : sql`${tag} = ANY(${links.tags})`;
		return db
			.select({ id: links.id, tags: links.tags })
			.from(links)
			.where(and(eq(links.userId, userId), has));
	}

	return { byTag, daysOf, monthsOf };
}

/** Counts of links by whole months and the days that these have too few or too many. */
const PARTS = `SELECT link_id, month, human, bot FROM link_months
	WHERE link_id = ANY($1::int[]) AND month BETWEEN $2 AND $3
	UNION ALL SELECT link_id, date_trunc('month', day)::date, $6::int * human, $6::int * bot FROM link_days
	WHERE link_id = ANY($1::int[]) AND day BETWEEN $4 AND $5
	UNION ALL SELECT link_id, date_trunc('month', day)::date, $9::int * human, $9::int * bot FROM link_days
	WHERE link_id = ANY($1::int[]) AND day BETWEEN $7 AND $8`;

function requireFew(tagged: Tagged[], days: UtcDays): void {
	const most = Math.floor(LINK_DAYS_MAX / Math.max(1, tagged.length));
	if (daysIn(days) <= most) return;
	const message = `So many links have this tag that at most ${most} days can be shown one by one`;
	throw new AppError("too_many_days", message, { limit: most });
}

function summed(tagged: Tagged[], rows: (Counts & { id: number | null })[]): Pick<TagCounts, "tags" | "untagged"> {
	const tagsOf = new Map(tagged.map(({ id, tags }) => [id, tags]));
	const counts = new Map<string, Counts>();
	const untagged = { human: 0, bot: 0 };
	for (const { id, human, bot } of rows) {
		const sign = id === null ? 1 : -1;
		untagged.human += sign * human;
		untagged.bot += sign * bot;
		for (const tag of (id !== null && tagsOf.get(id)) || []) {
			const sum = counts.get(tag) ?? { human: 0, bot: 0 };
			counts.set(tag, { human: sum.human + human, bot: sum.bot + bot });
		}
	}
	const tags = [...counts].map(([tag, sum]) => ({ tag, ...sum }));
	return { tags: tags.sort((a, b) => b.human - a.human || b.bot - a.bot || (a.tag < b.tag ? -1 : 1)), untagged };
}

function datesOf({ from, to }: UtcDays): string[] {
	return Array.from({ length: daysIn({ from, to }) }, (_, n) => addDays(from, n));
}
