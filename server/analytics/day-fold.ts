import {
	type Breakdown,
	type Breakdowns,
	DIMENSIONS,
	type Dimension,
	QUARTER_MS,
	type Quarters,
	VALUES_A_DAY,
} from "#shared/analytics/breakdowns.ts";
import { DAY_MS } from "#shared/days.ts";
import { beginningOf } from "#shared/plain-text.ts";

/** A longer value is cut, so that nobody fills a row by long sources. */
const VALUE_MAX = 100;

/** What is told of one view, a value for each dimension that it counts for. */
export type ViewFacts = {
	/** Milliseconds since 1970. */
	at: number;
	isBot: boolean;
	values: Partial<Record<Dimension, string>>;
};

/** The views of one day as a row of `link_days` or `user_days` keeps them. */
export type DayCounts = {
	human: number;
	bot: number;
	visitors: number;
	breakdowns: Breakdowns;
	quarters: Quarters | null;
};

/** Views of one day on their way into its row. */
export type DayFold = {
	human: number;
	bot: number;
	/** By quarter of the day: people and bots. */
	quarters: Map<number, [human: number, bot: number]>;
	values: Map<Dimension, Map<string, number>>;
};

export function newDayFold(): DayFold {
	return { human: 0, bot: 0, quarters: new Map(), values: new Map() };
}

export function addView(fold: DayFold, { at, isBot, values }: ViewFacts): void {
	const quarter = Math.floor((at % DAY_MS) / QUARTER_MS);
	const counts = fold.quarters.get(quarter) ?? [0, 0];
	fold.quarters.set(quarter, counts);
	if (isBot) {
		fold.bot += 1;
		counts[1] += 1;
	} else {
		fold.human += 1;
		counts[0] += 1;
	}
	for (const dimension of DIMENSIONS) {
		const value = values[dimension];
		if (value === undefined) continue;
		const seen = fold.values.get(dimension) ?? new Map<string, number>();
		fold.values.set(dimension, seen);
		addTo(seen, beginningOf(value, VALUE_MAX), 1);
	}
}

/**
 * Adds views to what a day's row holds already.
 * @param visitors people who were not seen before on that day
 */
export function mergedDay(kept: DayCounts | undefined, fold: DayFold, visitors: number): DayCounts {
	const breakdowns: Breakdowns = {};
	for (const dimension of DIMENSIONS) {
		const merged = mergedBreakdown(kept?.breakdowns[dimension], fold.values.get(dimension));
		if (merged) breakdowns[dimension] = merged;
	}
	return {
		human: (kept?.human ?? 0) + fold.human,
		bot: (kept?.bot ?? 0) + fold.bot,
		visitors: (kept?.visitors ?? 0) + visitors,
		breakdowns,
		// Of a day whose quarters are forgotten, none are begun anew: they would be a part that looks like the whole.
		quarters: kept?.quarters === null ? null : mergedQuarters(kept?.quarters ?? [], fold.quarters),
	};
}

/** The most frequent values stay; what falls out is `other` from then on, so that the sum is always the total (P139). */
export function mergedBreakdown(
	kept: Breakdown | undefined,
	seen: Map<string, number> | undefined,
): Breakdown | undefined {
	if (!seen) return kept;
	const counts = new Map<string, number>();
	// Older releases cut within a character, too.
	for (const [value, count] of kept?.[0] ?? []) addTo(counts, beginningOf(value, VALUE_MAX), count);
	for (const [value, count] of seen) addTo(counts, value, count);
	return withOther(counts, kept?.[1] ?? 0, VALUES_A_DAY);
}

function addTo(counts: Map<string, number>, value: string, count: number): void {
	counts.set(value, (counts.get(value) ?? 0) + count);
}

/** Counts as a breakdown, the most frequent first; what is past `max` values joins `other`. */
export function withOther(counts: Map<string, number>, other: number, max: number): Breakdown {
	const sorted = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
	const rest = sorted.slice(max).reduce((sum, [, count]) => sum + count, 0);
	return [sorted.slice(0, max), other + rest];
}

function mergedQuarters(kept: Quarters, seen: DayFold["quarters"]): Quarters {
	const counts = new Map(kept.map(([quarter, human, bot]) => [quarter, [human, bot] as [number, number]]));
	for (const [quarter, [human, bot]] of seen) {
		const [humanBefore, botBefore] = counts.get(quarter) ?? [0, 0];
		counts.set(quarter, [humanBefore + human, botBefore + bot]);
	}
	return [...counts]
		.map(([quarter, [human, bot]]): Quarters[number] => [quarter, human, bot])
		.sort(([a], [b]) => a - b);
}
