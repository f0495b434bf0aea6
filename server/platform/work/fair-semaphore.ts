import { createFairQueue } from "./fair-queue.ts";
import { QueueFullError } from "./queue-full-error.ts";

/** Lets so much work run at once, with equal shares for the accounts that ask for it. */
export type FairSemaphore = {
	/**
	 * Waits for a permit on behalf of an account.
	 * @returns what releases it; calling it again does nothing
	 * @throws QueueFullError; the reason of `signal` once it is aborted
	 */
	acquire: (account: string, signal?: AbortSignal) => Promise<() => void>;
};

type Limits = {
	permits: number;
	/** Permits that one account can hold at once. */
	perAccount?: number;
	/** Permits that only an account without one can take. */
	keepFree?: number;
	/** Waiters of all accounts, and of one. */
	maxWaiting?: number;
	maxWaitingPerAccount?: number;
	/** One holder at a time that has held its permit for this long keeps running in addition to `permits`. */
	slowAfterMs?: number;
	/** In milliseconds. */
	now?: () => number;
};

type Waiter = { start: () => void; refuse: (error: QueueFullError) => void };

/**
 * A semaphore with a fair queue of accounts. The next permit goes to the account that holds fewest, and among those to the
 * one that has held permits for the least time, so that slow work costs its own account turns, and an account that just
 * came has the next one. A full queue drops the newest waiter of the account with most waiters.
 */
export function createFairSemaphore(limits: Limits): FairSemaphore {
	const { permits, perAccount = 1, keepFree = 0, slowAfterMs, now = () => performance.now() } = limits;
	const { maxWaiting = Number.POSITIVE_INFINITY, maxWaitingPerAccount = maxWaiting } = limits;
	const queue = createFairQueue<Waiter>();
	let free = permits;
	let slow: string | null = null;

	function startNext(): void {
		while (free > 0) {
			const next = queue.shift(rankOf);
			if (!next) return;
			free -= 1;
			next.item.start();
		}
	}

	function rankOf(account: string): number | null {
		const held = queue.running(account);
		const hasRoom = held === 0 || (held < perAccount && free > keepFree && account !== slow);
		return hasRoom ? held : null;
	}

	function releaseOf(account: string): () => void {
		const startedAt = now();
		let isHeld = true;
		let isBeside = false;
		const patience = slowAfterMs === undefined ? undefined : setTimeout(runBeside, slowAfterMs);

		function runBeside(): void {
			if (slow !== null) return;
			slow = account;
			isBeside = true;
			free += 1;
			startNext();
		}

		return () => {
			if (!isHeld) return;
			isHeld = false;
			clearTimeout(patience);
			if (isBeside) slow = null;
			else free += 1;
			queue.end(account, now() - startedAt);
			startNext();
		};
	}

	/** Drops one waiter if there are too many now that this account has one more. */
	function dropOne(newcomer: string): void {
		const isOverOwn = queue.waiting(newcomer) > maxWaitingPerAccount;
		if (!isOverOwn && queue.waiting() <= maxWaiting) return;
		const dropped = isOverOwn ? newcomer : queue.longest(newcomer);
		const isOwn = queue.waiting(dropped) > 1 || queue.running(dropped) > 0;
		queue.pop(dropped)?.refuse(new QueueFullError({ isOwn }));
	}

	async function acquire(account: string, signal?: AbortSignal): Promise<() => void> {
		signal?.throwIfAborted();
		return new Promise((resolve, reject) => {
			const waiter: Waiter = {
				start() {
					signal?.removeEventListener("abort", leave);
					resolve(releaseOf(account));
				},
				refuse(error) {
					signal?.removeEventListener("abort", leave);
					reject(error);
				},
			};
			const leave = () => {
				queue.remove(account, waiter);
				reject(signal?.reason);
			};
			signal?.addEventListener("abort", leave, { once: true });
			queue.push(account, waiter);
			startNext();
			dropOne(account);
		});
	}

	return { acquire };
}
