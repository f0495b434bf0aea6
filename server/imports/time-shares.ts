type Options = {
	/** Places that may be held at the same time. */
	atOnce: number;
	/** The sliding window in which time is counted, in milliseconds. */
	perMs: number;
	/** Time in the window beyond which a key may not take the last place. */
	lightMs: number;
	/** In milliseconds. */
	now: () => number;
};

type Hold = { from: number; until: number };
type Waiter = { key: string; begin: () => void };

/**
 * A semaphore that is fair by time: a free place goes to the waiter whose key has held places for the least time within
 * the window. Keys that have held them for long leave one place to the others, who then wait for none of those.
 */
export function createTimeShares({ atOnce, perMs, lightMs, now }: Options) {
	const holds = new Map<string, Hold[]>();
	const waiters: Waiter[] = [];
	const mostHeavy = Math.max(1, atOnce - 1);

	/** Time within the window, what is held now included. */
	function usedMs(key: string): number {
		const [begin, end] = [now() - perMs, now()];
		const times = (holds.get(key) ?? []).map(({ from, until }) => Math.min(until, end) - Math.max(from, begin));
		return times.reduce((sum, time) => sum + Math.max(0, time), 0);
	}

	const isHeavy = (key: string) => usedMs(key) >= lightMs;
	const heldBy = () => [...holds].flatMap(([key, all]) => all.filter(({ until }) => until > now()).map(() => key));

	function nextWaiter(): Waiter | undefined {
		const held = heldBy();
		if (held.length >= atOnce) return undefined;
		const mayBeHeavy = held.filter(isHeavy).length < mostHeavy;
		const ready = waiters.filter(({ key }) => mayBeHeavy || !isHeavy(key));
		return ready.reduce<Waiter | undefined>((best, one) => {
			return best && usedMs(best.key) <= usedMs(one.key) ? best : one;
		}, undefined);
	}

	function beginAll(): void {
		for (let next = nextWaiter(); next; next = nextWaiter()) {
			waiters.splice(waiters.indexOf(next), 1);
			next.begin();
		}
	}

	function hold(key: string): () => void {
		const mine: Hold = { from: now(), until: Number.POSITIVE_INFINITY };
		holds.set(key, [...(holds.get(key) ?? []), mine]);
		return () => {
			mine.until = Math.min(mine.until, now());
			forgetOld();
			beginAll();
		};
	}

	function forgetOld(): void {
		for (const [key, all] of holds) {
			const recent = all.filter(({ until }) => until > now() - perMs);
			if (recent.length > 0) holds.set(key, recent);
			else holds.delete(key);
		}
	}

	/**
	 * Waits for a place, however long.
	 * @returns what gives it back
	 * @throws the signal's reason when it is aborted first
	 */
	function take(key: string, signal: AbortSignal): Promise<() => void> {
		return new Promise((resolve, reject) => {
			signal.throwIfAborted();
			const waiter: Waiter = {
				key,
				begin() {
					signal.removeEventListener("abort", leave);
					resolve(hold(key));
				},
			};
			const leave = () => {
				waiters.splice(waiters.indexOf(waiter), 1);
				reject(signal.reason);
			};
			signal.addEventListener("abort", leave, { once: true });
			waiters.push(waiter);
			beginAll();
		});
	}

	return { take };
}
