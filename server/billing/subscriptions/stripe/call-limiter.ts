import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

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
const KEY = "calls";

/**
 * Lets so many calls begin in any second, by this process. The later ones leave a part of each second to the first ones,
 * and wait behind them.
 * @param reserved how many of `perSecond` only the first ones may use
 * @param waiting how many of the later ones may wait
 */
export function createCallLimiter(limits: { perSecond: number; reserved: number; waiting: number }): CallLimiter {
	const { perSecond, reserved, waiting } = limits;
	const rate = createRateLimiter({ max: perSecond, perMs: SECOND_MS, now: () => performance.now() });
	const lines: Record<CallPriority, (() => void)[]> = { first: [], later: [] };
	let timer: NodeJS.Timeout | undefined;

	function beginWhatMay(): void {
		clearTimeout(timer);
		for (;;) {
			const [line, amount] = lines.first.length > 0 ? [lines.first, 1] : [lines.later, 1 + reserved];
			if (line.length === 0) return;
			const charge = rate.take(KEY, amount);
			if (charge === null) {
				timer = setTimeout(beginWhatMay, Math.ceil(rate.readyAt(KEY, "", amount) - performance.now()));
				return;
			}
			charge.amount = 1;
			line.shift()?.();
		}
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
