/** What must not wait for reads that can: clicks, webhooks and repairs come first. */
export type CallPriority = "first" | "later";

export type CallLimiter = {
	/**
	 * Waits until a call may be made.
	 * @throws Error where so many of the later ones wait that waiting would take too long
	 */
	take(priority: CallPriority): Promise<void>;
};

const SECOND_MS = 1_000;

/**
 * Lets so many calls begin in any second, by this process. The later ones leave a part of each second to the first ones,
 * and wait behind them.
 * @param reserved how many of `perSecond` only the first ones may use
 * @param waiting how many of the later ones may wait
 */
export function createCallLimiter(limits: { perSecond: number; reserved: number; waiting: number }): CallLimiter {
	const { perSecond, reserved, waiting } = limits;
	/** When the calls of the last second began, as `performance.now()` counts. */
	const begun: number[] = [];
	const lines: Record<CallPriority, (() => void)[]> = { first: [], later: [] };
	let timer: NodeJS.Timeout | undefined;

	function next(): (() => void) | undefined {
		if (begun.length >= perSecond) return undefined;
		return lines.first.shift() ?? (begun.length < perSecond - reserved ? lines.later.shift() : undefined);
	}

	function beginWhatMay(): void {
		const now = performance.now();
		while (begun[0] !== undefined && now - begun[0] >= SECOND_MS) begun.shift();
		for (let begin = next(); begin; begin = next()) {
			begun.push(now);
			begin();
		}
		clearTimeout(timer);
		const [oldest] = begun;
		if (lines.first.length + lines.later.length === 0 || oldest === undefined) return;
		timer = setTimeout(beginWhatMay, Math.max(1, Math.ceil(oldest + SECOND_MS - now)));
	}

	return {
		take: (priority) =>
			new Promise((resolve, reject) => {
				if (priority === "later" && lines.later.length >= waiting) {
					reject(new Error("Too many calls to Stripe wait"));
					return;
				}
				lines[priority].push(resolve);
				beginWhatMay();
			}),
	};
}
