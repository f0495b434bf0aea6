import { abortable } from "#server/platform/work/abortable.ts";

/** Spaces out starts, first come, first served. A rate limiter would allow bursts. */
export function createThrottle({ apartMs }: { apartMs: number }) {
	let next = 0;
	/** @throws the signal's reason if aborted first */
	return async function moment(signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		const waitMs = Math.max(0, next - performance.now());
		next = performance.now() + waitMs + apartMs;
		if (waitMs > 0) await abortable(new Promise((resolve) => setTimeout(resolve, waitMs)), signal);
	};
}
