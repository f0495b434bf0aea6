import { AppError } from "#server/platform/http/app-error.ts";
import { createFairSemaphore } from "#server/platform/work/fair-semaphore.ts";
import { QueueFullError } from "#server/platform/work/queue-full-error.ts";
import { createThrottle } from "./throttle.ts";

type Options = {
	atOnce: number;
	atOncePerAccount: number;
	waiting: number;
	waitingPerAccount: number;
	waitMs: number;
	apartMs: number;
};

/**
 * Queues requests to other servers, fair by account, with a minimum interval. @returns a function that acquires a
 * permit
 */
export function createFetchQueue({ waitMs, apartMs, ...limits }: Options) {
	const permits = createFairSemaphore({
		permits: limits.atOnce,
		perAccount: limits.atOncePerAccount,
		keepFree: limits.atOnce / 2,
		maxWaiting: limits.waiting,
		maxWaitingPerAccount: limits.waitingPerAccount,
	});
	const moment = createThrottle({ apartMs });

	/** @throws AppError "too_many" if too many wait; "unavailable" after the timeout; `signal`'s reason */
	return async function turn(account: string, signal?: AbortSignal): Promise<() => void> {
		const patience = AbortSignal.timeout(waitMs);
		const wait = signal ? AbortSignal.any([signal, patience]) : patience;
		let release: (() => void) | null = null;
		try {
			release = await permits.acquire(account, wait);
			await moment(wait);
			return release;
		} catch (error) {
			release?.();
			signal?.throwIfAborted();
			throw patience.aborted ? noTurn() : queueFull(error);
		}
	};
}

const MANY_PAGES = "We're reading many pages right now. Try again in a moment.";

/** The queue's timeout isn't the caller's fault. */
export function noTurn(): AppError {
	return new AppError("unavailable", MANY_PAGES, { retryAfterSeconds: 5 });
}

/** A `QueueFullError` for people; any other error unchanged. */
export function queueFull(error: unknown): unknown {
	if (!(error instanceof QueueFullError)) return error;
	if (!error.isOwn) return new AppError("server_busy", MANY_PAGES, { retryAfterSeconds: 5 });
	return new AppError("too_many", "Several of your pages are already waiting to be read. Try again in a moment.", {
		retryAfterSeconds: 5,
	});
}
