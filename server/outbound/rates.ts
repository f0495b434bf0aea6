/** Says whether something may be done once more now, and if so counts it. */
export type Rate = {
	take: (key: string) => boolean;
	/** Whole seconds until `take` of this key may say yes; at least 1. */
	secondsLeft: (key: string) => number;
};

type Options = { max: number; perMs: number; now: () => number };

/** A number of times in any span of so many milliseconds, for each key by itself; counted in this process. */
export function createRate({ max, perMs, now }: Options): Rate {
	const taken = new Map<string, number[]>();
	let sweepAt = now() + perMs;

	function recent(key: string): number[] {
		const since = now() - perMs;
		return (taken.get(key) ?? []).filter((at) => at > since);
	}

	function sweep(): void {
		if (now() < sweepAt) return;
		sweepAt = now() + perMs;
		for (const key of taken.keys()) if (recent(key).length === 0) taken.delete(key);
	}

	return {
		take(key) {
			sweep();
			const times = recent(key);
			const isFree = times.length < max;
			if (isFree) taken.set(key, [...times, now()]);
			return isFree;
		},
		secondsLeft(key) {
			const [first] = recent(key);
			return first === undefined ? 1 : Math.max(1, Math.ceil((first + perMs - now()) / 1_000));
		},
	};
}
