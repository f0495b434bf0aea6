/** The value of a promise, or a rejection with the reason of a signal that is aborted first. The work itself continues. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	work.catch(() => undefined);
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		if (signal.aborted) return stop();
		signal.addEventListener("abort", stop, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}
