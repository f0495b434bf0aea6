export type KeyedQueue = {
	/** Runs work once all earlier work with the same key has ended, successfully or not. */
	run: <T>(key: string, work: () => Promise<T>) => Promise<T>;
};

/**
 * A mutex per key, first in, first out, within this process. Without it, many changes by one user would each hold a
 * database connection while they wait for that user's row, and leave none for others.
 */
export function createKeyedQueue(): KeyedQueue {
	const last = new Map<string, Promise<unknown>>();

	return {
		run(key, work) {
			const run = (last.get(key) ?? Promise.resolve()).then(work);
			const ended = run
				.catch(() => undefined)
				.then(() => {
					if (last.get(key) === ended) last.delete(key);
				});
			last.set(key, ended);
			return run;
		},
	};
}
