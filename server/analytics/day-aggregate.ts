import {
	DIMENSIONS,
	type Dimension,
	QUARTER_MS,
	type Quarters,
	type StoredBreakdowns,
} from "#shared/analytics/breakdowns.ts";
import { DAY_MS } from "#shared/platform/days.ts";
import { type Candidates, createCandidates } from "./candidates.ts";
import { countValue, mergedBreakdown, type ValueCounts } from "./top-values.ts";

/** A view's value in each dimension that counts it. */
export type ViewFacts = {
	at: number;
	isBot: boolean;
	values: Partial<Record<Dimension, string>>;
	/** How many people this view reveals as probable scanners (P538). */
	scanners?: number;
};

export type DayCounts = {
	human: number;
	bot: number;
	visitors: number;
	breakdowns: StoredBreakdowns;
	quarters: Quarters | null;
};

export type DayAggregate = {
	human: number;
	bot: number;
	quarters: Map<number, [human: number, bot: number]>;
	values: Map<Dimension, ValueCounts>;
	scanners: number;
};

export type DayCandidates = Map<Dimension, Candidates>;

export function newDayAggregate(): DayAggregate {
	return { human: 0, bot: 0, quarters: new Map(), values: new Map(), scanners: 0 };
}

export function addView(aggregate: DayAggregate, { at, isBot, values, scanners = 0 }: ViewFacts): void {
	aggregate.scanners += scanners;
	const quarter = Math.floor((at % DAY_MS) / QUARTER_MS);
	const counts = aggregate.quarters.get(quarter) ?? [0, 0];
	aggregate.quarters.set(quarter, counts);
	if (isBot) {
		aggregate.bot += 1;
		counts[1] += 1;
	} else {
		aggregate.human += 1;
		counts[0] += 1;
	}
	for (const dimension of DIMENSIONS) {
		const value = values[dimension];
		if (value === undefined) continue;
		const seen: ValueCounts = aggregate.values.get(dimension) ?? new Map();
		aggregate.values.set(dimension, seen);
		countValue(seen, value);
	}
}

/**
 * Adds views to a day's row.
 * @param visitors new visitors of the day
 * @param candidates the day's so far; extended for each dimension with too many values (P236). Without it the day has
 * none (P276)
 */
export function mergedDay(
	kept: DayCounts | undefined,
	aggregate: DayAggregate,
	visitors: number,
	candidates: DayCandidates | undefined,
): DayCounts {
	const breakdowns: StoredBreakdowns = {};
	for (const dimension of DIMENSIONS) {
		const candidatesOf = () => {
			const known = candidates?.get(dimension) ?? createCandidates();
			candidates?.set(dimension, known);
			return known;
		};
		const merged = mergedBreakdown(
			kept?.breakdowns[dimension],
			aggregate.values.get(dimension),
			candidates && candidatesOf,
		);
		if (merged) breakdowns[dimension] = merged;
	}
	const scanners = (kept?.breakdowns.scanners ?? 0) + aggregate.scanners;
	if (scanners > 0) breakdowns.scanners = scanners;
	return {
		human: (kept?.human ?? 0) + aggregate.human,
		bot: (kept?.bot ?? 0) + aggregate.bot,
		visitors: (kept?.visitors ?? 0) + visitors,
		breakdowns,
		// Once deleted, quarters aren't started again: a part would look complete.
		quarters: kept?.quarters === null ? null : mergedQuarters(kept?.quarters ?? [], aggregate.quarters),
	};
}

function mergedQuarters(kept: Quarters, seen: DayAggregate["quarters"]): Quarters {
	const counts = new Map(kept.map(([quarter, human, bot]) => [quarter, [human, bot] as [number, number]]));
	for (const [quarter, [human, bot]] of seen) {
		const [humanBefore, botBefore] = counts.get(quarter) ?? [0, 0];
		counts.set(quarter, [humanBefore + human, botBefore + bot]);
	}
	return [...counts]
		.map(([quarter, [human, bot]]): Quarters[number] => [quarter, human, bot])
		.sort(([a], [b]) => a - b);
}
