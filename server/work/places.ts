/** Lets so much work run at once. */
export type Places = {
	/**
	 * Waits for a place, however long without a signal.
	 * @returns what gives it back; null where too many wait already
	 * @throws the signal's reason when it is aborted first
	 */
	take: (signal?: AbortSignal) => Promise<(() => void) | null>;
};

/** So many places, and room for so many who wait for one, first come, first served. */
export function createPlaces({ atOnce, waiting }: { atOnce: number; waiting: number }): Places {
	let free = atOnce;
	const line: (() => void)[] = [];

	function release(): void {
		const next = line.shift();
		if (next) next();
		else free += 1;
	}

	function onceOnly(): () => void {
		let isHeld = true;
		return () => {
			if (isHeld) release();
			isHeld = false;
		};
	}

	async function take(signal?: AbortSignal): Promise<(() => void) | null> {
		signal?.throwIfAborted();
		if (free > 0) {
			free -= 1;
			return onceOnly();
		}
		if (line.length >= waiting) return null;
		await new Promise<void>((resolve, reject) => {
			const mine = () => {
				signal?.removeEventListener("abort", leave);
				resolve();
			};
			const leave = () => {
				line.splice(line.indexOf(mine), 1);
				reject(signal?.reason);
			};
			line.push(mine);
			signal?.addEventListener("abort", leave, { once: true });
		});
		return onceOnly();
	}

	return { take };
}
