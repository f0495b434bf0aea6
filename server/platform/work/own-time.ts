/** Short enough to fall into most pauses of a process that runs for a part of the time. */
const BEAT_MS = 20;
/** Beyond so many times its length, a deadline ends by the clock: no caller waits forever. */
export const MOST_TIMES = 5;
/** Less of the time than this, and the machine is late. */
const LATE_SHARE = 0.5;

/**
 * Calls back after this many milliseconds in which this thread ran: time for which the system gave it no processor, or
 * for which other work held its event loop, isn't counted. So a deadline blames another server, and not a late machine
 * (docs/decisions/0074). What has arrived by then is read first.
 * @param late `isOurs`: the clock ended it, since this thread got too little time
 * @returns what cancels it
 */
export function afterOwnTime(milliseconds: number, late: (isOurs: boolean) => void): () => void {
	const endsAt = performance.now() + MOST_TIMES * milliseconds;
	let left = milliseconds;
	let isOurs = false;
	let timer: NodeJS.Timeout;
	wait();

	function wait(): void {
		// The last millisecond is a beat of its own: the event loop reads what has arrived before it.
		const step = left > BEAT_MS ? BEAT_MS : Math.max(left - 1, 1);
		timer = setTimeout(beat, step, step).unref();
	}

	function beat(step: number): void {
		left -= step;
		if (left > 1 && performance.now() >= endsAt) {
			isOurs = true;
			left = 1;
		}
		if (left > 0) wait();
		else late(isOurs);
	}

	return () => clearTimeout(timer);
}

/** As `withTimeout`, in the time of `afterOwnTime`. */
export async function withinOwnTime<T, L>(
	milliseconds: number,
	promise: Promise<T>,
	late: (isOurs: boolean) => L,
): Promise<T | L> {
	let cancel = () => {};
	const timeIsUp = new Promise<boolean>((resolve) => {
		cancel = afterOwnTime(milliseconds, resolve);
	});
	promise.catch(() => undefined);
	try {
		return await Promise.race([promise, timeIsUp.then(late)]);
	} finally {
		cancel();
	}
}

export type OwnTime = {
	/** Whether this thread has got less than half of the time since. */
	isLate: () => boolean;
	stop: () => void;
};

/** Watches whether this thread gets its time, for deadlines that go by the clock. */
export function watchOwnTime(): OwnTime {
	const since = performance.now();
	let beats = 0;
	const timer = setInterval(() => {
		beats += 1;
	}, BEAT_MS).unref();
	return {
		isLate: () => (beats + 1) * BEAT_MS < LATE_SHARE * (performance.now() - since),
		stop: () => clearInterval(timer),
	};
}
