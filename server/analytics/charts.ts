import { inArray } from "drizzle-orm";
import { ownLinkOrDeleted } from "#server/auth/own-link.ts";
import type { Db } from "#server/db/connect.ts";
import { AppError } from "#server/http/app-error.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { addDays, DAY_MS, daysIn, utcDay } from "#shared/days.ts";
import { links } from "#shared/links/links.table.ts";
import { countsBetween, type DayRow, newDaySums, sumOf } from "./chart-of-days.ts";
import type { ChartReads } from "./chart-reads.ts";
import { type ChartAsked, spanOf, type UtcDays } from "./chart-span.ts";
import { createTagCounts } from "./tag-counts.ts";

/**
 * Days that are read and added up at once: a year's break-downs may be 10 MB of JSON, which in one go would hold up for
 * 200 ms anyone else who asks this process for anything.
 */
const DAYS_AT_ONCE = 31;

export type Subject = { link: number } | { user: string };
type DayCounted = Omit<DayRow, "breakdowns">;
export type Charts = ReturnType<typeof createCharts>;

/** Charts, read from the folded days alone: their time does not grow with the number of views. */
export function createCharts({ db, pool, now }: { db: Db; pool: ChartReads; now: () => Date }) {
	const tagCounts = createTagCounts({ db, reads: pool, now });
	return {
		/** @throws AppError "not_found" for a missing or foreign link; a deleted one has its chart still */
		async requireOwn(userId: string, linkId: number): Promise<void> {
			await ownLinkOrDeleted(db, userId, linkId);
		},

		/**
		 * @param planId decides how far back it may go (P143)
		 * @throws AppError `plan_required` where it goes back further, `invalid` where the days make no sense
		 */
		async chart(subject: Subject, asked: ChartAsked, planId: string | null): Promise<Chart> {
			const { zone, only } = asked;
			const { from, to, unit, edges, beforeFrom, start, end, days } = spanOf(asked, now().getTime(), planId);
			const { tag, kept } = narrowedBy(only);
			if (tag !== null && "link" in subject) throw new AppError("invalid", "A link is not narrowed by tags");
			const sums = newDaySums(kept);
			const rows: DayCounted[] = [];
			const cut = cutDays([...edges, beforeFrom]);
			const slices = slicesOf({ first: utcDay(beforeFrom), last: later(utcDay(end - 1), days.to) });
			for await (const some of askedAhead(slices, (slice) => read(subject, { ...slice, days, cut }))) {
				for (const { breakdowns, ...row } of some) {
					rows.push(row);
					if (row.day >= days.from && row.day <= days.to) sums.add(row.day, breakdowns);
				}
			}
			const inDays = rows.filter(({ day }) => day >= days.from && day <= days.to);
			const bars = countsBetween(rows, edges);
			const [before = { human: 0, bot: 0 }] = countsBetween(rows, [beforeFrom, start]);
			const breakdowns = sums.breakdowns(asked.values);
			return {
				from,
				to,
				zone,
				unit,
				points: bars.map((bar, n) => ({ at: new Date(edges[n] ?? 0).toISOString(), ...bar })),
				totals: sumOf(bars),
				before,
				days: { ...days, ...sumOf(inDays) },
				visitors: visitorsOf(inDays, days),
				breakdowns,
				links: await named(breakdowns.link?.[0].map(([id]) => Number(id)) ?? []),
				only: tag !== null && "user" in subject ? await ofTag(subject.user, { tag, days, unit }) : sums.only(),
			};
		},

		/** Of an account. @throws AppError as `chart` does, and `invalid` where too many links are tagged */
		async tags(userId: string, asked: Pick<ChartAsked, "range" | "zone">, planId: string | null): Promise<TagCounts> {
			return tagCounts.byTag(userId, spanOf(asked, now().getTime(), planId).days);
		},
	};

	type TagAsked = { tag: string; days: UtcDays; unit: Chart["unit"] };

	async function ofTag(userId: string, { tag, days, unit }: TagAsked): Promise<Chart["only"]> {
		const isByMonth = unit === "month";
		const counted = await tagCounts[isByMonth ? "monthsOf" : "daysOf"](userId, tag, days);
		const human = counted.reduce((sum, { count }) => sum + count, 0);
		return { dimension: "tag", value: tag, human, days: counted, ...(isByMonth && { unit }) };
	}

	async function read(
		subject: Subject,
		{ first, last, days, cut }: { first: string; last: string; days: { from: string; to: string }; cut: string[] },
	): Promise<DayRow[]> {
		const [table, column, id] =
			"link" in subject ? ["link_days", "link_id", subject.link] : ["user_days", "user_id", subject.user];
		const { rows } = await pool.query<DayRow>({
			name: `chart-${table}`,
			text: `SELECT day::text, human, bot, visitors, CASE WHEN day = ANY($6::date[]) THEN quarters END AS quarters,
				CASE WHEN day BETWEEN $4 AND $5 THEN breakdowns END AS breakdowns
				FROM ${table} WHERE ${column} = $1 AND day BETWEEN $2 AND $3 ORDER BY day`,
			values: [id, first, last, days.from, days.to, cut],
		});
		return rows;
	}

	async function named(ids: number[]): Promise<Chart["links"]> {
		if (ids.length === 0) return [];
		const { id, title, linkSlug, deleted } = links;
		return db.select({ id, title, linkSlug, deleted }).from(links).where(inArray(id, ids));
	}
}

/** Of every day, those without any too. */
function visitorsOf(rows: DayCounted[], { from, to }: UtcDays): Chart["visitors"] {
	const known = new Map(rows.map(({ day, visitors }) => [day, visitors]));
	return Array.from({ length: daysIn({ from, to }) }, (_, n) => addDays(from, n)).map((day) => {
		return { day, visitors: known.get(day) ?? 0 };
	});
}

/** What a chart is narrowed to: a tag, which the links have, or a value that days keep. */
function narrowedBy(only: ChartAsked["only"]) {
	if (only === null) return { tag: null, kept: null };
	const { dimension, value } = only;
	return dimension === "tag" ? { tag: value, kept: null } : { tag: null, kept: { dimension, value } };
}

/** The days of UTC in the middle of which a bar begins or ends; any other lies in one bar as a whole. */
function cutDays(edges: number[]): string[] {
	return [...new Set(edges.filter((at) => at % DAY_MS !== 0).map(utcDay))];
}

/** A span of days in parts, in order. */
function* slicesOf({ first, last }: { first: string; last: string }) {
	for (let from = first; from <= last; from = addDays(from, DAYS_AT_ONCE)) {
		const end = addDays(from, DAYS_AT_ONCE - 1);
		yield { first: from, last: end < last ? end : last };
	}
}

/** What is asked for each, in order; the next one is asked for while the one before is looked at. */
async function* askedAhead<Item, Answer>(items: Iterable<Item>, ask: (item: Item) => Promise<Answer>) {
	let coming: Promise<Answer> | undefined;
	for (const item of items) {
		const here = await coming;
		coming = ask(item);
		// Prevents an unhandled rejection if the consumer fails before this is awaited.
		coming.catch(() => undefined);
		if (here) yield here;
	}
	if (coming) yield await coming;
}

function later(one: string, other: string): string {
	return one > other ? one : other;
}
