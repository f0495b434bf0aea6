import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import type { CallLimiter } from "./call-limiter.ts";

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
