import { QueueFullError } from "./queue-full-error.ts";

export type Semaphore = {
	/**
	 * Waits for a permit, indefinitely without a signal.
	 * @returns what releases it; calling it again does nothing
	 * @throws QueueFullError; the reason of `signal` once it is aborted
	 */
	acquire: (signal?: AbortSignal) => Promise<() => void>;
};

/** A FIFO semaphore: `permits` at once, at most `maxWaiting` waiters. */
export function createSemaphore({ permits, maxWaiting }: { permits: number; maxWaiting: number }): Semaphore {
	let free = permits;
	const waiters: (() => void)[] = [];

	function release(): void {
		const next = waiters.shift();
		if (next) next();
		else free += 1;
	}

	function releaseOnce(): () => void {
		let isHeld = true;
		return () => {
			if (isHeld) release();
			isHeld = false;
		};
	}

	async function acquire(signal?: AbortSignal): Promise<() => void> {
		signal?.throwIfAborted();
		if (free > 0) {
			free -= 1;
			return releaseOnce();
		}
		if (waiters.length >= maxWaiting) throw new QueueFullError({ isOwn: false });
		await new Promise<void>((resolve, reject) => {
			const start = () => {
				signal?.removeEventListener("abort", leave);
				resolve();
			};
			const leave = () => {
				waiters.splice(waiters.indexOf(start), 1);
				reject(signal?.reason);
			};
			waiters.push(start);
			signal?.addEventListener("abort", leave, { once: true });
		});
		return releaseOnce();
	}

	return { acquire };
}
