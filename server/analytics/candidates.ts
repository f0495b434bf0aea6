import { hash } from "node:crypto";

/** Counters that one day of a link or an account has for each dimension, besides the values that charts show (P236). */
export const CANDIDATES_A_DAY = 2_000;
/** Of the hash, which fits a double. */
const KEY_BYTES = 6;
/** Two numbers of 4 bytes and the hash of the value in 8. */
const BYTES_EACH = 16;

/** How often a value was seen: at most `count` times, at least `count - missed` times. */
export type Counter = { count: number; missed: number };

/**
 * Counters of values that are not among the shown ones, so that a value that goes on coming gets there. They are known by
 * a hash: a value that may be shown has just been seen, and so is at hand. At most 32 KB, however long the values are.
 */
export type Candidates = {
	/**
	 * Counts a value. One without a counter takes the least counter, as space-saving does, and with it the count that it
	 * may have had before.
	 */
	add(value: string, times: number): Counter;
	/** Gives a value's counter to another value. */
	replace(value: string, other: string, counter: Counter): void;
	isChanged(): boolean;
	toBytes(): Buffer;
};

/** @param bytes what `toBytes` gave; none of a day without candidates */
export function createCandidates(bytes: Uint8Array = new Uint8Array(), max = CANDIDATES_A_DAY): Candidates {
	const counts = new Uint32Array(max);
	const missed = new Uint32Array(max);
	const keys = new Float64Array(max);
	const slots = new Map<number, number>();
	let size = Math.min(max, Math.floor(bytes.byteLength / BYTES_EACH));
	let isChanged = false;
	let leastCount = 0;
	let leastSlots: number[] = [];
	// In memory of its own, since numbers of 8 bytes must lie at a multiple of 8.
	const { buffer } = Uint8Array.from(bytes);
	counts.set(new Uint32Array(buffer, 0, size));
	missed.set(new Uint32Array(buffer, 4 * size, size));
	keys.set(new Float64Array(buffer, 8 * size, size));
	for (let slot = 0; slot < size; slot++) slots.set(keys[slot] ?? 0, slot);

	function admit(key: number): number {
		const slot = size < max ? size++ : leastSlot();
		if (slots.get(keys[slot] ?? 0) === slot) slots.delete(keys[slot] ?? 0);
		// The count stays: so often the new value may have been seen while it had no counter.
		missed[slot] = counts[slot] ?? 0;
		name(slot, key);
		return slot;
	}

	function name(slot: number, key: number): void {
		keys[slot] = key;
		slots.set(key, slot);
	}

	/** Of equal counts the one that is known least. What is admitted has a greater count, so they are looked for at once. */
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
