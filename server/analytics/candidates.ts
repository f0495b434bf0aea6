import { hash } from "node:crypto";

/** Counters per dimension and day besides the shown values (P236). */
export const CANDIDATES_A_DAY = 2_000;
const KEY_BYTES = 6;
const BYTES_EACH = 16;

/** A value was seen between `count - missed` and `count` times. */
export type Counter = { count: number; missed: number };

/**
 * Counters of values not shown, so that a frequent one can become shown. Keyed by hash: a value's text is at hand when
 * it counts.
 */
export type Candidates = {
	/** Counts a value. A new one replaces the least counter and inherits its count, as in space-saving. */
	add(value: string, times: number): Counter;
	replace(value: string, other: string, counter: Counter): void;
	isChanged(): boolean;
	toBytes(): Buffer;
};

/** @param bytes from `toBytes`; empty for a day without candidates */
export function createCandidates(bytes: Uint8Array = new Uint8Array(), max = CANDIDATES_A_DAY): Candidates {
	const counts = new Uint32Array(max);
	const missed = new Uint32Array(max);
	const keys = new Float64Array(max);
	const slots = new Map<number, number>();
	let size = Math.min(max, Math.floor(bytes.byteLength / BYTES_EACH));
	let isChanged = false;
	let leastCount = 0;
	let leastSlots: number[] = [];
	// Copied, because 8-byte numbers must be aligned.
	const { buffer } = Uint8Array.from(bytes);
	counts.set(new Uint32Array(buffer, 0, size));
	missed.set(new Uint32Array(buffer, 4 * size, size));
	keys.set(new Float64Array(buffer, 8 * size, size));
	for (let slot = 0; slot < size; slot++) slots.set(keys[slot] ?? 0, slot);

	function admit(key: number): number {
		const slot = size < max ? size++ : leastSlot();
		if (slots.get(keys[slot] ?? 0) === slot) slots.delete(keys[slot] ?? 0);
		// The count stays: the new value may have been seen that often without a counter.
		missed[slot] = counts[slot] ?? 0;
		name(slot, key);
		return slot;
	}

	function name(slot: number, key: number): void {
		keys[slot] = key;
		slots.set(key, slot);
	}

	/** Of equal counts the least certain. Admitted values have greater counts, so the search can start here. */
	function leastSlot(): number {
		for (;;) {
			const slot = leastSlots.pop();
			if (slot === undefined) findLeast();
			else if (counts[slot] === leastCount) return slot;
		}
	}

	function findLeast(): void {
		leastCount = counts.reduce((least, count) => Math.min(least, count));
		leastSlots = [...counts.keys()].filter((slot) => counts[slot] === leastCount);
		leastSlots.sort((a, b) => (missed[a] ?? 0) - (missed[b] ?? 0));
	}

	return {
		add(value, times) {
			isChanged = true;
			const key = keyOf(value);
			const slot = slots.get(key) ?? admit(key);
			counts[slot] = (counts[slot] ?? 0) + times;
			return { count: counts[slot] ?? 0, missed: missed[slot] ?? 0 };
		},
		replace(value, other, counter) {
			const key = keyOf(value);
			const slot = slots.get(key);
			if (slot === undefined) return;
			slots.delete(key);
			counts[slot] = counter.count;
			missed[slot] = counter.missed;
			name(slot, keyOf(other));
		},
		isChanged: () => isChanged,
		toBytes: () =>
			Buffer.concat([counts, missed, keys].map((numbers) => new Uint8Array(numbers.slice(0, size).buffer))),
	};
}

function keyOf(value: string): number {
	return hash("sha1", value, "buffer").readUIntBE(0, KEY_BYTES);
}
