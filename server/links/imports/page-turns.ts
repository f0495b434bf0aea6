import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

type Options = {
	permits: number;
	perMs: number;
	/** Time within the window above which an account counts as slow. */
	slowMs: number;
	now: () => number;
};

/** A semaphore, fair by account. Accounts with slow pages leave one permit free, so that others needn't wait (P233). */
export function createPageTurns({ permits, perMs, slowMs, now }: Options) {
	const turns = createFairSemaphore({ permits, perAccount: permits, now });
	const slowPermits = Math.max(1, permits - 1);
	const slowTurns = createFairSemaphore({ permits: slowPermits, perAccount: slowPermits, now });
	const time = createRateLimiter({ max: slowMs, perMs, now });

	/**
	 * Waits for a permit, indefinitely.
	 * @returns what releases it; to be called once
	 * @throws the reason of `signal` once it is aborted
	 */
	async function acquire(account: string, signal: AbortSignal): Promise<() => void> {
		const isSlow = time.readyAt(account) > 0;
		const releaseSlow = isSlow ? await slowTurns.acquire(account, signal) : () => {};
		const release = await turns.acquire(account, signal).catch((error: unknown) => {
			releaseSlow();
			throw error;
		});
		const startedAt = now();
		return () => {
			time.record(account, now() - startedAt);
			release();
			releaseSlow();
		};
	}

	return { acquire };
}
