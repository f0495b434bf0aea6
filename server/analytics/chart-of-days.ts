import type { Breakdowns, Dimension, StoredBreakdown, StoredBreakdowns } from "#shared/analytics/breakdowns.ts";
import { DIMENSIONS, QUARTER_MS } from "#shared/analytics/breakdowns.ts";
import type { Counts } from "#shared/analytics/chart.ts";
import { sourceName } from "#shared/analytics/source-name.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import type { DayCounts } from "./day-aggregate.ts";
import { withOther } from "./top-values.ts";

export type DayRow = Omit<DayCounts, "breakdowns"> & { day: string; breakdowns: StoredBreakdowns | null };

/** Sums quarters into bars. A day without quarters belongs to the bar at its noon. */
export function countsBetween(rows: Omit<DayRow, "breakdowns">[], edges: number[]): Counts[] {
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

/** Sums the breakdowns of days, with sources as the views have them. */
export function sumOfBreakdowns(all: StoredBreakdowns[]): StoredBreakdowns {
	const sum: StoredBreakdowns = {};
	for (const dimension of DIMENSIONS) {
		const counts = new Map<string, number>();
		let other = 0;
		for (const kept of all) {
			const [values, rest] = kept[dimension] ?? [[], 0];
			other += rest;
			for (const [value, n] of values) counts.set(value, (counts.get(value) ?? 0) + n);
		}
		if (counts.size > 0 || other > 0) sum[dimension] = [[...counts], other];
	}
	const scanners = all.reduce((so, each) => so + (each.scanners ?? 0), 0);
	if (scanners > 0) sum.scanners = scanners;
	return sum;
}

type Only = { dimension: Dimension; value: string };

/** Sums days one by one, to keep none in memory. @param only a value whose days are also returned */
export function newDaySums(only: Only | null) {
	const values = new Map<Dimension, Map<string, number>>();
	const others = new Map<Dimension, number>();
	const daysOfOnly: { day: string; count: number }[] = [];
	const sourceNames = new Map<string, string>();
	let scanners = 0;

	/** Days store sources as the views have them; merging at reading covers earlier days, too (P404). */
	function countedAs(dimension: Dimension, value: string): string {
		if (dimension !== "source") return value;
		const known = sourceNames.get(value) ?? sourceName(value);
		sourceNames.set(value, known);
		return known;
	}

	/** @param kept null for a day without breakdowns */
	function add(day: string, kept: StoredBreakdowns | null): void {
		scanners += kept?.scanners ?? 0;
		for (const dimension of DIMENSIONS) {
			const breakdown = kept?.[dimension];
			if (breakdown) addBreakdown(dimension, breakdown);
		}
		if (!only) return;
		const wanted = countedAs(only.dimension, only.value);
		const found = kept?.[only.dimension]?.[0].filter(([name]) => countedAs(only.dimension, name) === wanted) ?? [];
		daysOfOnly.push({ day, count: found.reduce((sum, [, count]) => sum + count, 0) });
	}

	function addBreakdown(dimension: Dimension, [most, rest]: StoredBreakdown): void {
		const counts = values.get(dimension) ?? new Map<string, number>();
		values.set(dimension, counts);
		for (const [value, n] of most) {
			const name = countedAs(dimension, value);
			counts.set(name, (counts.get(name) ?? 0) + n);
		}
		others.set(dimension, (others.get(dimension) ?? 0) + rest);
	}

	return {
		add,
		/** Values past `max` join `other`. */
		breakdowns(max: number): Breakdowns {
			const merged: Breakdowns = {};
			for (const dimension of DIMENSIONS) {
				const counts = values.get(dimension);
				if (counts) merged[dimension] = withOther(counts, others.get(dimension) ?? 0, max);
			}
			return merged;
		},
		scanners: () => scanners,
		only: () => only && { ...only, human: daysOfOnly.reduce((sum, { count }) => sum + count, 0), days: daysOfOnly },
	};
}
