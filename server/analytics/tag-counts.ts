import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import type { Counts, TagCounts } from "#shared/analytics/chart.ts";
import { links } from "#shared/links/links.table.ts";
import { daysIn, utcDay } from "#shared/platform/days.ts";
import type { ChartReads } from "./chart-reads.ts";
import type { UtcDays } from "./chart-span.ts";
import { datesOf, monthOf, monthParts, monthStarts } from "./month-parts.ts";

const LINK_DAYS_MAX = 3_000_000;

type Tagged = { ids: number[]; tags: string[] };
type PartOfDays = { table: "link_months" | "link_days"; day: "month" | "day"; from: string; to: string; sign: 1 | -1 };
/** Totals of the links `ids`, to be subtracted if `sign` is -1; of the account if null. */
type CountsOfLinks = { sign: number; ids: number[] | null; human: number[] | null; bot: number[] | null };

/** Views by current tags, including deleted links (P226). Tags come from the primary, counts from the replica. */
export function createTagCounts({ db, reads, now }: { db: Db; reads: ChartReads; now: () => Date }) {
	async function byTag(userId: string, days: UtcDays): Promise<TagCounts> {
		const tagged = await taggedLinks(userId);
		if (tagged.length === 0) return { ...days, tags: [], untagged: { human: 0, bot: 0 } };
		const { months, edges } = monthParts(days, utcDay(now().getTime()));
		const [first, last] = edges;
		const parts: PartOfDays[] = [
			{ table: "link_months", day: "month", ...months, sign: 1 },
			{ table: "link_days", day: "day", ...first },
			{ table: "link_days", day: "day", ...last },
		];
		const wanted = parts.filter(({ from, to }) => from <= to);
		// One snapshot: untagged views are the account's minus the others.
		const { rows } = await reads.query<CountsOfLinks>({
			name: `chart-counts-of-tagged-links-${wanted.map(({ table }) => table).join("-")}`,
			text: `SELECT 0 AS sign, NULL AS ids, json_build_array(coalesce(sum(human), 0)) AS human,
					json_build_array(coalesce(sum(bot), 0)) AS bot
					FROM user_days WHERE user_id = $2 AND day BETWEEN $3 AND $4
				${wanted.map((part, n) => `UNION ALL ${countsOfLinks(part, 5 + 3 * n)}`).join(" ")}`,
			values: [
				...[tagged.flatMap(({ ids }) => ids), userId, days.from, days.to],
				...wanted.flatMap(({ sign, from, to }) => [sign, from, to]),
			],
		});
		return { ...days, ...summed(tagged, rows) };
	}

	/** Includes empty days. @throws AppError `invalid` if the tag has too many links for the range */
	async function daysOf(userId: string, tag: string, days: UtcDays): Promise<{ day: string; count: number }[]> {
		const tagged = await taggedLinks(userId, tag);
		requireFew(tagged, days);
		const { rows } = await reads.query<{ day: string; count: number }>({
			name: "chart-days-of-a-tag",
			text: `SELECT day::text, sum(human)::float8 AS count FROM link_days
				WHERE link_id = ${ANY_OF_THEM} AND day BETWEEN $2 AND $3 GROUP BY day`,
			values: [tagged.flatMap(({ ids }) => ids), days.from, days.to],
		});
		const countOf = new Map(rows.map(({ day, count }) => [day, count]));
		return datesOf(days).map((day) => ({ day, count: countOf.get(day) ?? 0 }));
	}

	async function monthsOf(userId: string, tag: string, days: UtcDays): Promise<{ day: string; count: number }[]> {
		const tagged = await taggedLinks(userId, tag);
		const { rows } = await reads.query<{ month: string; count: number }>({
			name: "chart-months-of-a-tag",
			text: `SELECT month::text, sum(human)::float8 AS count FROM (${PARTS}) AS parts GROUP BY month`,
			values: [tagged.flatMap(({ ids }) => ids), ...partsOf(days)],
		});
		const countOf = new Map(rows.map(({ month, count }) => [month, count]));
		return monthStarts(days).map((day) => ({ day, count: countOf.get(monthOf(day)) ?? 0 }));
	}

	function partsOf(days: UtcDays) {
		const { months, edges } = monthParts(days, utcDay(now().getTime()));
		return [months.from, months.to, ...edges.flatMap(({ from, to, sign }) => [from, to, sign])];
	}

	function taggedLinks(userId: string, tag?: string): Promise<Tagged[]> {
		const has = tag === undefined ? sql`${links.tags} <> '{}'` : sql`${tag} = ANY(${links.tags})`;
		return db
			.select({ ids: sql<number[]>`json_agg(${links.id})`, tags: links.tags })
			.from(links)
			.where(and(eq(links.userId, userId), has))
			.groupBy(links.tags);
	}

	return { byTag, daysOf, monthsOf };
}

/** Hides the ids from the planner, which would scan the table for a long known array. */
const ANY_OF_THEM = "ANY((SELECT $1::int[])::int[])";

/**
 * Totals of the first parameter's links, looked up singly: a joint aggregate would sort on disk. JSON arrays, because
 * ten thousand rows parse slower.
 * @param at the first of three parameters: sign, first and last day
 */
function countsOfLinks({ table, day }: Pick<PartOfDays, "table" | "day">, at: number): string {
	return `SELECT $${at}::int, json_agg(id), json_agg(human), json_agg(bot)
		FROM unnest($1::int[]) AS tagged (id) CROSS JOIN LATERAL (
			SELECT sum(human) AS human, sum(bot) AS bot FROM ${table}
				WHERE link_id = tagged.id AND ${day} BETWEEN $${at + 1} AND $${at + 2}
		) AS counted WHERE human IS NOT NULL`;
}

/** Counts by link from whole months, plus or minus the extra days. */
const PARTS = `SELECT link_id, month, human, bot FROM link_months
	WHERE link_id = ${ANY_OF_THEM} AND month BETWEEN $2 AND $3
	UNION ALL SELECT link_id, date_trunc('month', day)::date, $6::int * human, $6::int * bot FROM link_days
	WHERE link_id = ${ANY_OF_THEM} AND day BETWEEN $4 AND $5
	UNION ALL SELECT link_id, date_trunc('month', day)::date, $9::int * human, $9::int * bot FROM link_days
	WHERE link_id = ${ANY_OF_THEM} AND day BETWEEN $7 AND $8`;

function requireFew(tagged: Tagged[], days: UtcDays): void {
	const many = tagged.reduce((sum, { ids }) => sum + ids.length, 0);
	const most = Math.floor(LINK_DAYS_MAX / Math.max(1, many));
	if (daysIn(days) <= most) return;
	const message = `So many links have this tag that at most ${most} days can be shown one by one`;
	throw new AppError("too_many_days", message, { limit: most });
}

function summed(tagged: Tagged[], rows: CountsOfLinks[]): Pick<TagCounts, "tags" | "untagged"> {
	const groupOf = new Map(tagged.flatMap(({ ids }, group) => ids.map((id) => [id, group] as const)));
	const groups = tagged.map((): Counts => ({ human: 0, bot: 0 }));
	const untagged = { human: 0, bot: 0 };
	for (const { sign, ids, human, bot } of rows) {
		if (ids === null) addTo(untagged, { human: human?.[0] ?? 0, bot: bot?.[0] ?? 0 }, 1);
		for (const [n, id] of (ids ?? []).entries()) {
			const group = groups[groupOf.get(id) ?? -1];
			if (group) addTo(group, { human: human?.[n] ?? 0, bot: bot?.[n] ?? 0 }, sign);
		}
	}
	const counts = new Map<string, Counts>();
	for (const [group, { tags }] of tagged.entries()) {
		const sum = groups[group] ?? { human: 0, bot: 0 };
		addTo(untagged, sum, -1);
		for (const tag of tags) {
			const ofTag = counts.get(tag) ?? { human: 0, bot: 0 };
			counts.set(tag, ofTag);
			addTo(ofTag, sum, 1);
		}
	}
	const tags = [...counts].map(([tag, sum]) => ({ tag, ...sum })).filter(({ human, bot }) => human !== 0 || bot !== 0);
	return { tags: tags.sort((a, b) => b.human - a.human || b.bot - a.bot || (a.tag < b.tag ? -1 : 1)), untagged };
}

function addTo(sum: Counts, { human, bot }: Counts, sign: number): void {
	sum.human += sign * human;
	sum.bot += sign * bot;
}
