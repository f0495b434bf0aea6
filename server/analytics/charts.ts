import { eq, inArray } from "drizzle-orm";
import type { Logger } from "pino";
import { ownLinkOrDeleted } from "#server/account/auth/own-link.ts";
import { shortUrlOf } from "#server/platform/config/origins.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { LINK_DOMAIN } from "#server/platform/db/link-domain.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { users } from "#shared/account/auth/users.table.ts";
import type { Chart, TagCounts } from "#shared/analytics/chart.ts";
import { links } from "#shared/links/links.table.ts";
import { DAY_MS, utcDay } from "#shared/platform/days.ts";
import { createChartDays, type Subject } from "./chart-days.ts";
import { countsBetween, type DayRow, newDaySums, sumOf } from "./chart-of-days.ts";
import type { ChartReads } from "./chart-reads.ts";
import { type ChartAsked, spanOf, type UtcDays } from "./chart-span.ts";
import { datesOf, monthOf, monthStarts } from "./month-parts.ts";
import { createTagCounts } from "./tag-counts.ts";

type Options = {
	db: Db;
	pool: ChartReads;
	/** See ReplicaLag. */
	asOf?: () => Date | null;
	linksOrigin: string;
	now: () => Date;
	log: Pick<Logger, "warn">;
};
type DayCounted = Omit<DayRow, "breakdowns">;
export type Charts = ReturnType<typeof createCharts>;

/** Charts from aggregated days only: their time doesn't grow with the number of views. */
export function createCharts({ db, pool, asOf = () => null, linksOrigin, now, log }: Options) {
	const chartDays = createChartDays({ db, reads: pool, log });
	const tagCounts = createTagCounts({ db, reads: pool, now });
	return {
		/** @throws AppError "not_found" for a missing or foreign link; a deleted one keeps its chart */
		async requireOwn(userId: string, linkId: number): Promise<void> {
			await ownLinkOrDeleted(db, userId, linkId);
		},

		/**
		 * @param planId limits how far back it goes (P143)
		 * @throws AppError `plan_required` beyond the plan's range, `invalid` for impossible days
		 */
		async chart(subject: Subject, asked: ChartAsked, planId: string | null): Promise<Chart> {
			const { zone, only } = asked;
			const { from, to, unit, edges, beforeFrom, start, end, days } = spanOf(asked, now().getTime(), planId);
			const { tag, kept } = narrowedBy(only);
			if (tag !== null && "link" in subject) throw new AppError("invalid", "A link is not narrowed by tags");
			const ofItsTag = tag !== null && "user" in subject ? ofTag(subject.user, { tag, days, unit }) : null;
			// Prevents an unhandled rejection if the days can't be read.
			ofItsTag?.catch(() => undefined);
			const sums = newDaySums(kept);
			const rows: DayCounted[] = [];
			const wanted = {
				first: utcDay(beforeFrom),
				last: later(utcDay(end - 1), days.to),
				days,
				cut: cutDays([...edges, beforeFrom]),
				mayUseMonths: kept === null || unit === "month",
				today: utcDay(now().getTime()),
			};
			for await (const { rows: some, month } of chartDays.read(subject, wanted)) {
				for (const { breakdowns, ...row } of some) {
					rows.push(row);
					if (month === null && row.day >= days.from && row.day <= days.to) sums.add(row.day, breakdowns);
				}
				if (month) sums.add(month.month, month.breakdowns);
			}
			const inDays = rows.filter(({ day }) => day >= days.from && day <= days.to);
			const bars = countsBetween(rows, edges);
			const [before = { human: 0, bot: 0 }] = countsBetween(rows, [beforeFrom, start]);
			const breakdowns = sums.breakdowns(asked.values);
			const late = asOf();
			return {
				...(late && { asOf: late.toISOString() }),
				from,
				to,
				zone,
				unit,
				points: bars.map((bar, n) => ({ at: new Date(edges[n] ?? 0).toISOString(), ...bar })),
				totals: sumOf(bars),
				before,
				days: { ...days, ...sumOf(inDays) },
				visitors: visitorsOf(inDays, days),
				scanners: sums.scanners(),
				breakdowns,
				links: await named(breakdowns.link?.[0].map(([id]) => Number(id)) ?? []),
				only: (await ofItsTag) ?? ofValue(sums.only(), { days, unit }),
			};
		},

		/** For an account. @throws AppError as `chart` does, and `invalid` if too many links are tagged */
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

	async function named(ids: number[]): Promise<Chart["links"]> {
		if (ids.length === 0) return [];
		const { id, title, linkSlug, deleted } = links;
		const rows = await db
			.select({ id, title, linkSlug, deleted, userSlug: users.userSlug, domain: LINK_DOMAIN })
			.from(links)
			.innerJoin(users, eq(users.id, links.userId))
			.where(inArray(id, ids));
		return rows.map(({ userSlug, ...link }) => ({ ...link, shortUrl: shortUrlOf(linksOrigin, { ...link, userSlug }) }));
	}
}

function visitorsOf(rows: DayCounted[], { from, to }: UtcDays): Chart["visitors"] {
	const known = new Map(rows.map(({ day, visitors }) => [day, visitors]));
	return datesOf({ from, to }).map((day) => ({ day, visitors: known.get(day) ?? 0 }));
}

/** Includes empty days. By month if the series is: then days were read by month (P415). */
function ofValue(only: Chart["only"], { days, unit }: { days: UtcDays; unit: Chart["unit"] }): Chart["only"] {
	if (only === null) return null;
	if (unit !== "month") {
		const known = new Map(only.days.map(({ day, count }) => [day, count]));
		return { ...only, days: datesOf(days).map((day) => ({ day, count: known.get(day) ?? 0 })) };
	}
	const counts = new Map<string, number>();
	for (const { day, count } of only.days) counts.set(monthOf(day), (counts.get(monthOf(day)) ?? 0) + count);
	return { ...only, unit, days: monthStarts(days).map((day) => ({ day, count: counts.get(monthOf(day)) ?? 0 })) };
}

/** A chart's filter: a tag of links, or a value stored with days. */
function narrowedBy(only: ChartAsked["only"]) {
	if (only === null) return { tag: null, kept: null };
	const { dimension, value } = only;
	return dimension === "tag" ? { tag: value, kept: null } : { tag: null, kept: { dimension, value } };
}

/** UTC days divided between bars; all others lie within one bar. */
function cutDays(edges: number[]): string[] {
	return [...new Set(edges.filter((at) => at % DAY_MS !== 0).map(utcDay))];
}

function later(one: string, other: string): string {
	return one > other ? one : other;
}
