/**
 * What the work gives, or the reason of a signal that is aborted first, for work that never ends by itself. It goes on
 * then; what becomes of it is nobody's.
 */
export function untilDone<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	work.catch(() => undefined);
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		if (signal.aborted) return stop();
		signal.addEventListener("abort", stop, { once: true });
		work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
	});
}
