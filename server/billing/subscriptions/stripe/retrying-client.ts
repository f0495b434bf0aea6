import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

/** A call with a longer `Retry-After` is not retried: the caller would wait in vain. */
const LONGEST_WAIT_MS = 3_000;
/** How long to wait where Stripe does not say. */
const USUAL_WAIT_MS = 500;

/** A header of a call that may wait behind others. It never leaves the process. */
const LATER_HEADER = "x-may-wait";
export const MAY_WAIT = { [LATER_HEADER]: "1" };

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * Stripe's own HTTP client, which also makes a call once more that Stripe refused for being asked too often (429), as
 * soon as `Retry-After` allows. The SDK repeats other refusals, and this one never.
 * Source: docs.stripe.com/rate-limits, and the SDK's `RequestSender._shouldRetry`.
 * @param limiter bounds how often anything is sent, repeated calls included; null: nothing does
 */
export function retryingHttpClient(limiter: CallLimiter | null): HttpClient {
	const inner = Stripe.createNodeHttpClient();
	const makeRequest = inner.makeRequest.bind(inner);
	const send: HttpClient["makeRequest"] = async (host, port, path, method, headers, ...rest) => {
		const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== LATER_HEADER);
		const mayWait = kept.length < Object.keys(headers).length;
		await limiter?.take(mayWait ? "later" : "first");
		return makeRequest(host, port, path, method, Object.fromEntries(kept), ...rest);
	};
	inner.makeRequest = async (...request) => {
		const answer = await send(...request);
		const waitMs = answer.getStatusCode() === 429 ? waitAsked(answer.getHeaders()) : null;
		if (waitMs === null) return answer;
		await answer.toJSON().catch(() => undefined);
		await wait(waitMs);
		return send(...request);
	};
	return inner;
}

/** Milliseconds; null where it is too long. */
function waitAsked(headers: Record<string, string | string[] | number | undefined>): number | null {
	const asked = Number(headers["retry-after"] ?? Number.NaN);
	const waitMs = Number.isFinite(asked) && asked >= 0 ? asked * 1000 : USUAL_WAIT_MS;
	return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

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
