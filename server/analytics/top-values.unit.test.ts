import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredBreakdown } from "#shared/analytics/breakdowns.ts";
import { createCandidates } from "./candidates.ts";
import { countValue, mergedBreakdown, type ValueCounts } from "./top-values.ts";

const SHOWN = 200;

function countsOf(values: string[]): ValueCounts {
	const counts: ValueCounts = new Map();
	for (const value of values) countValue(counts, value);
	return counts;
}

/** Merges folds one after the other, each with candidates as they were stored before it. */
function mergeAll(aggregates: string[][], max: number): { stored: StoredBreakdown; bytes: Uint8Array } {
	let stored: StoredBreakdown | undefined;
	let bytes: Uint8Array = new Uint8Array();
	for (const aggregate of aggregates) {
		const candidates = createCandidates(bytes, max);
		stored = mergedBreakdown(stored, countsOf(aggregate), max > 0 ? () => candidates : undefined);
		bytes = candidates.toBytes();
	}
	return { stored: stored ?? [[], 0], bytes };
}

/** Many values, of which the lower numbers come more often: by whole numbers, for most of fast-check's fractions are nearly 0. */
const value = fc.nat(999_999).map((n) => `value${Math.floor(1_500 * (n / 1_000_000) ** 3)}`);
/** A first fold that fills the shown values, each once or twice, so that those of the others need a counter. */
const first = Array.from({ length: 2 * SHOWN }, (_, n) => `value${7 * (n % (1.5 * SHOWN))}`);
const aggregates = fc
	.array(fc.array(value, { minLength: 1, maxLength: 700 }), { minLength: 1, maxLength: 8 })
	.map((some) => [first, ...some]);

describe.each([0, 50, 400])("with %d candidates", (max) => {
	test("a count is at most N / k too low, never too high, and the sum is exact", () => {
		fc.assert(
			fc.property(aggregates, (some) => {
				const all = some.flat();
				const truth = countsOf(all);
				const [values, other] = mergeAll(some, max).stored;
				expect(values.reduce((sum, [, count]) => sum + count, other)).toBe(all.length);
				for (const [name, count, missed = 0] of values) {
					const seen = truth.get(name) ?? 0;
					expect(count <= seen && seen <= count + missed, `${name}: ${count}, ${seen}, ${missed}`).toBe(true);
					expect(missed).toBeLessThanOrEqual(all.length / (SHOWN + max));
				}
			}),
			{ numRuns: 40 },
		);
	});

	test("the most frequent come first, equals by their letters, and only a count that may be too low has a third number", () => {
		fc.assert(
			fc.property(aggregates, (some) => {
				const [values] = mergeAll(some, max).stored;
				expect(values).toHaveLength(SHOWN);
				const inOrder = values.toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
				expect(values).toEqual(inOrder);
				expect(values.filter(({ length, 2: missed }) => length === 3 && !missed)).toEqual([]);
			}),
			{ numRuns: 20 },
		);
	});

	test("no value that is left out came more often than one that is shown may have come", () => {
		fc.assert(
			fc.property(aggregates, (some) => {
				const truth = countsOf(some.flat());
				const [values] = mergeAll(some, max).stored;
				const names = new Set(values.map(([name]) => name));
				const least = Math.min(...values.map(([, count, missed = 0]) => count + missed));
				const leftOut = [...truth].filter(([name]) => !names.has(name)).map(([, count]) => count);
				expect(Math.max(0, ...leftOut)).toBeLessThanOrEqual(least);
			}),
			{ numRuns: 40 },
		);
	});
});

test("candidates take 16 bytes each, as many as there may be", () => {
	const junk = Array.from({ length: 1_000 }, (_, n) => `${n} ${"long ".repeat(15)}`);
	expect(mergeAll([junk], 50).bytes).toHaveLength(50 * 16);
	expect(mergeAll([junk.slice(0, SHOWN + 3)], 50).bytes).toHaveLength(3 * 16);
	expect(createCandidates().isChanged()).toBe(false);
});

test("a breakdown that has room for all of its values counts them exactly", () => {
	const names = Array.from({ length: SHOWN }, (_, n) => `value${n}`);
	const [values, other] = mergeAll([names, names, ["value7"]], 0).stored;
	expect([values[0], values.length, other]).toEqual([["value7", 3], SHOWN, 0]);
	expect(values.every((each) => each.length === 2)).toBe(true);
	const equals = names.slice(0, 7).concat("value8").sort();
	expect(mergeAll([["value8", ...names.slice(0, 7)]], 0).stored[0].map(([name]) => name)).toEqual(equals);
});
