import { type Breakdown, type StoredBreakdown, VALUES_A_DAY } from "#shared/analytics/breakdowns.ts";
import { beginningOf } from "#shared/plain-text.ts";
import type { Candidates, Counter } from "./candidates.ts";

/** A longer value is cut, so that nobody fills a row by long sources. */
const VALUE_MAX = 100;

/** How often each value was seen. */
export type ValueCounts = Map<string, number>;

export function countValue(counts: ValueCounts, value: string): void {
	const name = beginningOf(value, VALUE_MAX);
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

/**
 * Adds counts to a breakdown by space-saving (docs/decisions/0025): the most frequent values are shown, the next are
 * counted as candidates, and a value without a counter takes the least one. A shown count is what was seen of the value
 * since it has its counter, so `other` takes the rest and the sum is always the total (P139).
 * @param candidatesOf called once the shown values are full; without it these are all the counters there are
 */
export function mergedBreakdown(
	kept: StoredBreakdown | undefined,
	seen: ValueCounts | undefined,
	candidatesOf?: () => Candidates,
): StoredBreakdown | undefined {
	if (!seen) return kept;
	const shown = countersOf(kept);
	let total = kept ? sumOf(kept) : 0;
	let least: string | undefined;
	for (const [value, times] of mostFirst(seen)) {
		total += times;
		const counter = shown.get(value);
		if (counter) counter.count += times;
		else if (shown.size < VALUES_A_DAY) shown.set(value, { count: times, missed: 0 });
		else {
			least ??= leastOf(shown);
			const leastCounter = shown.get(least) ?? { count: 0, missed: 0 };
			const candidates = candidatesOf?.();
			const added = candidates?.add(value, times) ?? { count: leastCounter.count + times, missed: leastCounter.count };
			if (added.count <= leastCounter.count) continue;
			candidates?.replace(value, least, leastCounter);
			shown.delete(least);
			shown.set(value, added);
			least = undefined;
		}
		if (value === least) least = undefined;
	}
	return breakdownOf(shown, total);
}

/** Counts as a breakdown, the most frequent first; what is past `max` values joins `other`. */
export function withOther(counts: ValueCounts, other: number, max: number): Breakdown {
	const sorted = mostFirst(counts);
	const rest = sorted.slice(max).reduce((sum, [, count]) => sum + count, 0);
	return [sorted.slice(0, max), other + rest];
}

function mostFirst(counts: ValueCounts): [value: string, count: number][] {
	return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

function countersOf(kept: StoredBreakdown | undefined): Map<string, Counter> {
	const counters = new Map<string, Counter>();
	for (const [value, seen, missed = 0] of kept?.[0] ?? []) {
		// Older releases cut within a character, too.
		const name = beginningOf(value, VALUE_MAX);
		const before = counters.get(name) ?? { count: 0, missed: 0 };
		counters.set(name, { count: before.count + seen + missed, missed: before.missed + missed });
	}
	return counters;
}

function leastOf(counters: Map<string, Counter>): string {
	let least: [value: string, counter: Counter] | undefined;
	for (const each of counters) if (!least || each[1].count < least[1].count) least = each;
	return least?.[0] ?? "";
}

function breakdownOf(shown: Map<string, Counter>, total: number): StoredBreakdown {
	const values = [...shown].map(([value, { count, missed }]): StoredBreakdown[0][number] =>
		missed > 0 ? [value, count - missed, missed] : [value, count],
	);
	values.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
	return [values, total - values.reduce((sum, [, count]) => sum + count, 0)];
}

function sumOf([values, other]: StoredBreakdown): number {
	return values.reduce((sum, [, count]) => sum + count, other);
}
