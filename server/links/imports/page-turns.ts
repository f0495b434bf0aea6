import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

type Options = {
	/** Pages that are read at the same time. */
	permits: number;
	/** The sliding window in which time is counted, in milliseconds. */
	perMs: number;
	/** Time in the window from which on an account's pages are slow. */
	slowMs: number;
	/** In milliseconds. */
	now: () => number;
};

/**
 * Turns of accounts whose pages are read. Accounts whose pages are slow leave one permit to the others, who then wait for
 * none of those (P233).
 */
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
