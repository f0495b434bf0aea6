import type { StoredBreakdown } from "#shared/analytics/breakdowns.ts";
import { sourceName } from "#shared/analytics/source-name.ts";

/**
 * By which source most people came (P191), named and counted as charts do (P404); of equals the first by its letters.
 * @param sources as they are stored: with the words that the views have
 * @returns null as long as nobody has come
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
