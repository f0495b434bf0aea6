import { LRUCache } from "lru-cache";

/** After this long only half of what a key has used still counts against it, in milliseconds. */
const HALF_LIFE_MS = 1_000;
/** Keys whose use is remembered; one that is forgotten counts as having used nothing. */
const MAX_KEYS = 10_000;

/** What waits, by key; each key's own items are first in, first out. */
export type FairQueue<T> = {
	push(key: string, item: T): void;
	/** Takes the next item of the key that has used the least lately; of equals, of the one that has waited longest. */
	shift(): T | undefined;
	/** Takes the oldest item of this key. */
	shiftOf(key: string): T | undefined;
	/** How many items of this key wait. */
	waiting(key: string): number;
	/** Counts what the key has used of what is waited for, in milliseconds. */
	charge(key: string, milliseconds: number): void;
};

/**
 * A queue with max-min fair shares: keys that ask for little get all of it, and the others share the rest equally, in
 * milliseconds and not in items.
 * @param clock in milliseconds, never backwards
 */
export function createFairQueue<T>(clock: { now(): number } = performance): FairQueue<T> {
	/** Only keys with items, in the order in which their turn came last. */
	const lines = new Map<string, T[]>();
	const used = new LRUCache<string, { milliseconds: number; at: number }>({ max: MAX_KEYS });

	function usedBy(key: string): number {
		const known = used.peek(key);
		return known ? known.milliseconds * 0.5 ** ((clock.now() - known.at) / HALF_LIFE_MS) : 0;
	}

	function shiftOf(key: string): T | undefined {
		const line = lines.get(key);
		const item = line?.shift();
		lines.delete(key);
		if (line && line.length > 0) lines.set(key, line);
		return item;
	}

	function next(): string | undefined {
		const [first, ...others] = lines.keys();
		if (first === undefined || others.length === 0) return first;
		let [least, key] = [usedBy(first), first];
		for (const other of others) {
			const theirs = usedBy(other);
			if (theirs < least) [least, key] = [theirs, other];
		}
		return key;
	}

	return {
		push(key, item) {
			const line = lines.get(key);
			if (line) line.push(item);
			else lines.set(key, [item]);
		},
		shift() {
			const key = next();
			return key === undefined ? undefined : shiftOf(key);
		},
		shiftOf,
		waiting: (key) => lines.get(key)?.length ?? 0,
		charge: (key, milliseconds) => void used.set(key, { milliseconds: usedBy(key) + milliseconds, at: clock.now() }),
	};
}
