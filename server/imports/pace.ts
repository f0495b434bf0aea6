type Options = { max: number; perMs: number; now: () => number };

/** So many times in any span of so many milliseconds, for each key by itself, and none while it was told to rest. */
export function createPace({ max, perMs, now }: Options) {
	const asked = new Map<string, number[]>();
	const resting = new Map<string, number>();

	/** When the key may be asked next, in milliseconds; what has passed is now. */
	function readyAt(key: string): number {
		const times = asked.get(key) ?? [];
		const oldest = times.length < max ? undefined : times.at(-max);
		return Math.max(oldest === undefined ? 0 : oldest + perMs, resting.get(key) ?? 0);
	}

	function note(key: string): void {
		sweep();
		asked.set(key, [...(asked.get(key) ?? []), now()].slice(-max));
	}

	/** Somebody else said that it is enough until then. */
	function rest(key: string, until: number): void {
		resting.set(key, until);
	}

	/** The keys that may not be asked now. */
	function atRest(): string[] {
		sweep();
		return [...new Set([...asked.keys(), ...resting.keys()])].filter((key) => readyAt(key) > now());
	}

	function sweep(): void {
		for (const [key, times] of asked) if ((times.at(-1) ?? 0) + perMs <= now()) asked.delete(key);
		for (const [key, until] of resting) if (until <= now()) resting.delete(key);
	}

	return { readyAt, note, rest, atRest };
}
