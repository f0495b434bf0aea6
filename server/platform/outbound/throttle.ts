import { abortable } from "#server/platform/work/abortable.ts";

/**
 * Lets things begin so many milliseconds apart, first come, first served: what is returned waits for its moment. The
 * first does not wait. A rate limiter would let as many as fit begin at the same moment.
 */
export function createThrottle({ apartMs }: { apartMs: number }) {
	let next = 0;
	/** @throws the signal's reason when it is aborted first */
	return async function moment(signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		const waitMs = Math.max(0, next - performance.now());
		next = performance.now() + waitMs + apartMs;
		if (waitMs > 0) await abortable(new Promise((resolve) => setTimeout(resolve, waitMs)), signal);
	};
}
