import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

/** A call with a longer `Retry-After` isn't retried: the caller would wait in vain. */
const LONGEST_WAIT_MS = 3_000;
const USUAL_WAIT_MS = 500;

/** Marks a low-priority call. It is removed before the request is sent. */
const LATER_HEADER = "x-may-wait";
export const MAY_WAIT = { [LATER_HEADER]: "1" };

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * Also retries rate-limited calls (429) once `Retry-After` allows; the SDK never retries those.
 * Source: docs.stripe.com/rate-limits, and the SDK's `RequestSender._shouldRetry`.
 * @param limiter limits all calls, retries included; null: no limit
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

/** Milliseconds; null if too long. */
function waitAsked(headers: Record<string, string | string[] | number | undefined>): number | null {
	const asked = Number(headers["retry-after"] ?? Number.NaN);
	const waitMs = Number.isFinite(asked) && asked >= 0 ? asked * 1000 : USUAL_WAIT_MS;
	return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

/** Clicks, webhooks and repairs are "first"; reads are "later". */
export type CallPriority = "first" | "later";

export type CallLimiter = {
	/**
	 * Waits until a call may be made.
	 * @throws Error if too many "later" calls are already waiting
	 */
	take(priority: CallPriority): Promise<void>;
};

const SECOND_MS = 1_000;
const KEY = "calls";

/**
 * A rate limiter for this process with two priorities: "later" calls leave part of each second to the "first" ones and
 * queue behind them.
 * @param reserved how many of `perSecond` only "first" calls may use
 * @param waiting how many "later" calls may wait
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
