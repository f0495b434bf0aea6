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
	/** Permits that one account can hold at once; those beyond its first only while most permits are free. */
	perAccount?: number;
	/** Waiters of all accounts, and of one. */
	maxWaiting: number;
	maxWaitingPerAccount: number;
	/** In milliseconds. */
	now?: () => number;
};

/** Too many wait. */
export class QueueFullError extends Error {
	/** Whether it's the account's own waiters that are too many. */
	readonly isOwn: boolean;

	constructor(isOwn: boolean) {
		super("The queue is full");
		this.isOwn = isOwn;
	}
}

type Waiter = { start: () => void; refuse: (error: QueueFullError) => void };
type Queue = {
	waiting: Waiter[];
	running: number;
	/** Virtual time: how many milliseconds of permits it has had, counted from where the others were when it came. */
	usedMs: number;
	/** Number of its last turn; decides between accounts that have used as much. */
	lastTurn: number;
};

/**
 * A semaphore with a queue per account. The next permit goes to the account that holds fewest, and among those to the one
 * that has held permits for the least time (start-time fair queuing), so that slow work costs its own account turns, and
 * an account that just came has the next one. A full queue drops the newest waiter of the account with most waiters.
 */
export function createFairSemaphore(limits: Limits): FairSemaphore {
	const { permits, perAccount = 1, maxWaiting, maxWaitingPerAccount, now = () => performance.now() } = limits;
	const queues = new Map<string, Queue>();
	let free = permits;
	let waiting = 0;
	let turns = 0;
	/** Where the account stood that was served last. */
	let virtualMs = 0;

	function queueOf(account: string): Queue {
		const queue = queues.get(account) ?? { waiting: [], running: 0, usedMs: virtualMs, lastTurn: 0 };
		queues.set(account, queue);
		// Time in which it asked for nothing earns no credit.
		if (queue.running + queue.waiting.length === 0) queue.usedMs = Math.max(queue.usedMs, virtualMs);
		return queue;
	}

	function startNext(): void {
		while (free > 0) {
			const queue = nextQueue();
			const waiter = queue?.waiting.shift();
			if (!queue || !waiter) return;
			waiting -= 1;
			free -= 1;
			turns += 1;
			queue.running += 1;
			queue.lastTurn = turns;
			virtualMs = queue.usedMs;
			waiter.start();
		}
	}

	function nextQueue(): Queue | null {
		let next: Queue | null = null;
		for (const queue of queues.values()) {
			if (queue.waiting.length > 0 && hasRoom(queue) && (next === null || isBefore(queue, next))) next = queue;
		}
		return next;
	}

	function hasRoom({ running }: Queue): boolean {
		return running === 0 || (running < perAccount && free > permits / 2);
	}

	function releaseOf(queue: Queue): () => void {
		const startedAt = now();
		let isHeld = true;
		return () => {
			if (!isHeld) return;
			isHeld = false;
			free += 1;
			queue.running -= 1;
			queue.usedMs += now() - startedAt;
			startNext();
			forgetIdle();
		};
	}

	/** Of an idle account only what it has used beyond the others is remembered, and nothing once all are idle. */
	function forgetIdle(): void {
		const isAllIdle = free === permits;
		for (const [account, { running, waiting, usedMs }] of queues) {
			if (running + waiting.length === 0 && (isAllIdle || usedMs <= virtualMs)) queues.delete(account);
		}
	}

	/** Drops one waiter if there are too many now that this account has one more. */
	function dropOne(newcomer: Queue): void {
		let longest = newcomer;
		if (newcomer.waiting.length <= maxWaitingPerAccount) {
			if (waiting <= maxWaiting) return;
			for (const queue of queues.values()) if (queue.waiting.length > longest.waiting.length) longest = queue;
		}
		const isOwn = longest.waiting.length > 1 || longest.running > 0;
		waiting -= 1;
		longest.waiting.pop()?.refuse(new QueueFullError(isOwn));
		forgetIdle();
	}

	async function acquire(account: string, signal?: AbortSignal): Promise<() => void> {
		signal?.throwIfAborted();
		const queue = queueOf(account);
		return new Promise((resolve, reject) => {
			const waiter: Waiter = {
				start() {
					signal?.removeEventListener("abort", leave);
					resolve(releaseOf(queue));
				},
				refuse(error) {
					signal?.removeEventListener("abort", leave);
					reject(error);
				},
			};
			const leave = () => {
				waiting -= 1;
				queue.waiting.splice(queue.waiting.indexOf(waiter), 1);
				forgetIdle();
				reject(signal?.reason);
			};
			signal?.addEventListener("abort", leave, { once: true });
			queue.waiting.push(waiter);
			waiting += 1;
			startNext();
			dropOne(queue);
		});
	}

	return { acquire };
}

function isBefore(one: Queue, other: Queue): boolean {
	return (one.running - other.running || one.usedMs - other.usedMs || one.lastTurn - other.lastTurn) < 0;
}
