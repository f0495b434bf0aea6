import type { Breakdown, Breakdowns, Dimension } from "#shared/analytics/breakdowns.ts";
import { DIMENSIONS, QUARTER_MS } from "#shared/analytics/breakdowns.ts";
import type { Counts } from "#shared/analytics/chart.ts";
import { type DayCounts, withOther } from "./day-fold.ts";

const DAY_MS = 24 * 3_600_000;

/** A row of `link_days` or `user_days`; breakdowns where they were asked for. */
export type DayRow = Omit<DayCounts, "breakdowns"> & { day: string; breakdowns: Breakdowns | null };

/** Sums the quarters of days into bars. A day whose quarters are forgotten falls whole into the bar of its noon. */
export function countsBetween(rows: DayRow[], edges: number[]): Counts[] {
	const bars = edges.slice(1).map((): Counts => ({ human: 0, bot: 0 }));
	for (const { day, quarters, human, bot } of rows) {
		const midnight = Date.parse(day);
		if (quarters === null) addTo(bars, edges, midnight + DAY_MS / 2, human, bot);
		else
			for (const [quarter, people, bots] of quarters) addTo(bars, edges, midnight + quarter * QUARTER_MS, people, bots);
	}
	return bars;
}

function addTo(bars: Counts[], edges: number[], at: number, human: number, bot: number): void {
	let low = 0;
	let high = edges.length - 1;
	if (at < (edges[low] ?? 0) || at >= (edges[high] ?? 0)) return;
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if ((edges[middle] ?? 0) <= at) low = middle;
		else high = middle;
	}
	const bar = bars[low];
	if (!bar) return;
	bar.human += human;
	bar.bot += bot;
}

export function sumOf(counts: Counts[]): Counts {
	return {
		human: counts.reduce((sum, { human }) => sum + human, 0),
		bot: counts.reduce((sum, { bot }) => sum + bot, 0),
	};
}

/** What days come to together; values past `max` join `other`. */
export function mergedBreakdowns(rows: DayRow[], max: number): Breakdowns {
	const merged: Breakdowns = {};
	for (const dimension of DIMENSIONS) {
		const days = rows.flatMap(({ breakdowns }): Breakdown[] =>
			breakdowns?.[dimension] ? [breakdowns[dimension]] : [],
		);
		if (days.length === 0) continue;
		const counts = new Map<string, number>();
		for (const [values] of days) for (const [value, n] of values) counts.set(value, (counts.get(value) ?? 0) + n);
		const other = days.reduce((sum, [, rest]) => sum + rest, 0);
		merged[dimension] = withOther(counts, other, max);
	}
	return merged;
}

/** How often one value stands in each day, as far as it was among the most frequent. */
export function daysOfValue(rows: DayRow[], dimension: Dimension, value: string) {
	const days = rows.map(({ day, breakdowns }) => {
		const found = breakdowns?.[dimension]?.[0].find(([name]) => name === value);
		return { day, count: found?.[1] ?? 0 };
	});
	return { dimension, value, human: days.reduce((sum, { count }) => sum + count, 0), days };
}
