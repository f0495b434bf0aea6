import { type Breakdown, type StoredBreakdown, VALUES_A_DAY } from "#shared/analytics/breakdowns.ts";
import { beginningOf } from "#shared/platform/plain-text.ts";
import type { Candidates } from "./candidates.ts";

/** Longer values are cut, so that they can't fill a row. */
const VALUE_MAX = 100;

export type ValueCounts = Map<string, number>;

export function countValue(counts: ValueCounts, value: string): void {
	addTo(counts, beginningOf(value, VALUE_MAX), 1);
}

/**
 * Adds counts to a breakdown by space-saving (docs/decisions/0025). Counts start with a value's counter; `other` takes
 * the rest, so the sum is exact (P139).
 * @param candidatesOf called once the shown values are full; without it there are no further counters
 */
export function mergedBreakdown(
	kept: StoredBreakdown | undefined,
	seen: ValueCounts | undefined,
	candidatesOf?: () => Candidates,
): StoredBreakdown | undefined {
	if (!seen) return kept;
	if ((kept?.[0].length ?? 0) + seen.size <= VALUES_A_DAY) return withAll(kept, seen);
	const { counts, missed } = countersOf(kept);
	let total = kept ? sumOf(kept) : 0;
	let leastCount = 0;
	for (const [value, times] of mostFirst(seen)) {
		total += times;
		if (counts.has(value) || counts.size < VALUES_A_DAY) {
			addTo(counts, value, times);
			continue;
		}
		const candidates = candidatesOf?.();
		const added = candidates?.add(value, times);
		if (added && added.count <= leastCount) continue;
		const least = leastOf(counts);
		leastCount = least.count;
		if (added && added.count <= leastCount) continue;
		candidates?.replace(value, least.value, { count: leastCount, missed: missed.get(least.value) ?? 0 });
		counts.delete(least.value);
		missed.delete(least.value);
		const counter = added ?? { count: leastCount + times, missed: leastCount };
		counts.set(value, counter.count);
		if (counter.missed > 0) missed.set(value, counter.missed);
	}
	const values = missed.size === 0 ? mostFirst(counts) : mostSeenFirst(counts, missed);
	return [values, total - values.reduce((sum, [, count]) => sum + count, 0)];
}

/** The usual case, room for all values: every count is exact. */
function withAll(kept: StoredBreakdown | undefined, seen: ValueCounts): StoredBreakdown {
	const counts: ValueCounts = new Map();
	for (const [value, count] of kept?.[0] ?? []) addTo(counts, value, count);
	for (const [value, times] of seen) addTo(counts, value, times);
	return [mostFirst(counts), kept?.[1] ?? 0];
}

/** Counts as a breakdown, most frequent first; values past `max` join `other`. */
export function withOther(counts: ValueCounts, other: number, max: number): Breakdown {
	const sorted = mostFirst(counts);
	const rest = sorted.slice(max).reduce((sum, [, count]) => sum + count, 0);
	return [sorted.slice(0, max), other + rest];
}

function mostFirst(counts: ValueCounts): [value: string, count: number][] {
	return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

/** Each value's upper bound, and how much of it may be wrong, if not 0. */
function countersOf(kept: StoredBreakdown | undefined): { counts: ValueCounts; missed: ValueCounts } {
	const [counts, missed]: [ValueCounts, ValueCounts] = [new Map(), new Map()];
	for (const [value, seen, more = 0] of kept?.[0] ?? []) {
		addTo(counts, value, seen + more);
		if (more > 0) addTo(missed, value, more);
	}
	return { counts, missed };
}

function leastOf(counts: ValueCounts): { value: string; count: number } {
	let least = { value: "", count: Number.POSITIVE_INFINITY };
	for (const [value, count] of counts) if (count < least.count) least = { value, count };
	return least;
}

function mostSeenFirst(counts: ValueCounts, missed: ValueCounts): StoredBreakdown[0] {
	const values = [...counts].map(([value, count]): StoredBreakdown[0][number] => {
		const more = missed.get(value) ?? 0;
		return more > 0 ? [value, count - more, more] : [value, count];
	});
	return values.sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}

function sumOf([values, other]: StoredBreakdown): number {
	return values.reduce((sum, [, count]) => sum + count, other);
}

function addTo(counts: ValueCounts, value: string, times: number): void {
	counts.set(value, (counts.get(value) ?? 0) + times);
}
