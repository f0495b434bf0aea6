/** What waits for its turn and what has had one and runs, by key; each key's own items are first in, first out. */
export type FairQueue<T> = {
	push: (key: string, item: T) => void;
	/**
	 * Starts the next item: of the key that has used the least, and among those of the one whose last turn is longest ago.
	 * @param rank decides before that, lower first; keys that it gives null are passed over
	 */
	shift: (rank?: (key: string) => number | null) => { key: string; item: T } | undefined;
	/** Starts the oldest item of this key. */
	shiftOf: (key: string) => T | undefined;
	/** Starts something of this key that has not waited. */
	start: (key: string) => void;
	/** Ends something of this key that was started, and counts how much of what is waited for it has used. */
	end: (key: string, usedMs: number) => void;
	/** Drops the newest item of this key. */
	pop: (key: string) => T | undefined;
	remove: (key: string, item: T) => void;
	/** How many items wait, of this key or of all. */
	waiting: (key?: string) => number;
	running: (key: string) => number;
	/** The key with most items waiting; this one, if no other has more. */
	longest: (key: string) => string;
};

type Line<T> = {
	items: T[];
	running: number;
	/** Virtual time: how much it has used, counted from where the others were when it came. */
	usedMs: number;
	/** Number of its last turn. */
	lastTurn: number;
};

/**
 * Start-time fair queuing: keys that ask for little get all of it, and the others share the rest equally, in milliseconds
 * and not in items. Time in which a key asks for nothing earns it no credit. Unlike deficit round robin it has no quantum
 * to choose, and what an item costs may be known at its end only.
 */
export function createFairQueue<T>(): FairQueue<T> {
	const lines = new Map<string, Line<T>>();
	const all = { waiting: 0, running: 0, turns: 0 };
	/** Virtual time of the key that was served last. */
	let virtualMs = 0;

	function lineOf(key: string): Line<T> {
		const line = lines.get(key) ?? { items: [], running: 0, usedMs: virtualMs, lastTurn: 0 };
		lines.set(key, line);
		if (line.items.length + line.running === 0) line.usedMs = Math.max(line.usedMs, virtualMs);
		return line;
	}

	function start(key: string): void {
		const line = lineOf(key);
		all.turns += 1;
		all.running += 1;
		line.running += 1;
		line.lastTurn = all.turns;
		virtualMs = line.usedMs;
	}

	function take(taken: T | undefined): T | undefined {
		if (taken === undefined) return undefined;
		all.waiting -= 1;
		forgetIdle();
		return taken;
	}

	/** Of an idle key only what it has used beyond the others is remembered, and nothing once all are idle. */
	function forgetIdle(): void {
		const isAllIdle = all.waiting + all.running === 0;
		for (const [key, { items, running, usedMs }] of lines) {
			if (items.length + running === 0 && (isAllIdle || usedMs <= virtualMs)) lines.delete(key);
		}
	}

	function shiftOf(key: string): T | undefined {
		if (!lines.get(key)?.items.length) return undefined;
		start(key);
		return take(lines.get(key)?.items.shift());
	}

	function next(rank: (key: string) => number | null): string | undefined {
		let best: { key: string; line: Line<T>; rank: number } | undefined;
		for (const [key, line] of lines) {
			const ranked = line.items.length > 0 ? rank(key) : null;
			if (ranked === null) continue;
			const isBefore = !best || (ranked - best.rank || compare(line, best.line)) < 0;
			if (isBefore) best = { key, line, rank: ranked };
		}
		return best?.key;
	}

	return {
		push(key, item) {
			lineOf(key).items.push(item);
			all.waiting += 1;
		},
		shift(rank = () => 0) {
			const key = next(rank);
			const item = key === undefined ? undefined : shiftOf(key);
			return key === undefined || item === undefined ? undefined : { key, item };
		},
		shiftOf,
		start,
		end(key, usedMs) {
			const line = lineOf(key);
			all.running -= 1;
			line.running -= 1;
			line.usedMs += usedMs;
			forgetIdle();
		},
		pop: (key) => take(lines.get(key)?.items.pop()),
		remove: (key, item) => void take(lines.get(key)?.items.splice(lineOf(key).items.indexOf(item), 1)[0]),
		waiting: (key) => (key === undefined ? all.waiting : (lines.get(key)?.items.length ?? 0)),
		running: (key) => lines.get(key)?.running ?? 0,
		longest(key) {
			let [longest, most] = [key, lines.get(key)?.items.length ?? 0];
			for (const [other, { items }] of lines) if (items.length > most) [longest, most] = [other, items.length];
			return longest;
		},
	};
}

function compare(one: Line<unknown>, other: Line<unknown>): number {
	return one.usedMs - other.usedMs || one.lastTurn - other.lastTurn;
}
