import type { StoredBreakdown } from "#shared/analytics/breakdowns.ts";
import { sourceName } from "#shared/analytics/source-name.ts";

/**
 * The source of most people (P191), named and counted as in charts (P404); ties go alphabetically.
 * @param sources as stored, in the views' words
 * @returns null before the first visitor
 */
export function topSourceOf(sources: StoredBreakdown | null): string | null {
	const counts = new Map<string, number>();
	for (const [word, count] of sources?.[0] ?? []) {
		const name = sourceName(word);
		counts.set(name, (counts.get(name) ?? 0) + count);
	}
	const [top] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
	return top?.[0] ?? null;
}
