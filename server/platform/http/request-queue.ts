import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { createFairQueue } from "#server/platform/work/fair-queue.ts";
import { AppError } from "./app-error.ts";
import type { Caller } from "./callers.ts";
import type { Listener } from "./uncaught-errors.ts";

/** How many requests are at their beginning at once. */
const AT_ONCE = 2;
/** How long a request's beginning takes, in milliseconds, in a process that rests; an answer ends it before. */
const BEGINNING_MS = 5;
/** How much of that a process works at the most, to be one that rests. */
const AT_REST_MS = BEGINNING_MS / 2;
/** So many times as long it takes at most in one that does not: then it is the process that is waited for. */
const MOST_TIMES = 4;
/** Requests of one caller that may wait; more than any page or script of one person sends at once. */
const MOST_WAITING = 100;
/** What the operator's supervisors and monitoring ask for never waits behind customers. */
const NEVER_WAITS = new Set(["/healthz", "/readyz", "/metrics"]);

/** When those came that had to wait, as `performance.now()` counts. */
const arrivals = new WeakMap<IncomingMessage, number>();
/** Requests that are answered 429, because their account has too many waiting. */
const refused = new WeakSet<IncomingMessage>();

type Options = {
	callerOf: (req: IncomingMessage) => Caller;
	/** Whether an account with too many waiting requests is refused more (`RATE_LIMITS`). */
	isLimited: boolean;
};

/**
 * Starts two requests at once; others wait in a fair queue by caller, in milliseconds of a request's start. So the requests
 * of one account wait for each other and not the other accounts for them, and a visitor of a public link waits for a part
 * of two requests, not for fifty that came together. A request that has run for 5 ms while the process was idle waits for
 * something else and makes room for the next one; each does after 20 ms. Of an account with a hundred waiting, more are
 * refused; of an address, which may be many people, the oldest then starts at once. A request whose client has
 * disconnected is never started.
 * @returns a listener whose promise fails with what is thrown
 */
export function queueRequests(listener: Listener, { callerOf, isLimited }: Options): Listener {
	const queue = createFairQueue<(leave: () => void) => void>();
	let beginning = 0;

	/** A place to begin at, now or later: what lets the next request have it. */
	function place(req: IncomingMessage, { key }: Caller): (() => void) | Promise<() => void> {
		if (beginning < AT_ONCE) {
			beginning += 1;
			queue.start(key);
			return handOver;
		}
		arrivals.set(req, performance.now());
		return new Promise((resolve) => {
			queue.push(key, resolve);
			// It takes no permit, so that callers with few requests still get theirs in turn.
			if (queue.waiting(key) > MOST_WAITING) queue.shiftOf(key)?.(() => undefined);
		});
	}

	/** Starts the next one after the requests received by then are queued. */
	function handOver(): void {
		const next = queue.shift();
		if (next) setImmediate(next.item, handOver);
		else beginning -= 1;
	}

	function leaveOnceBegun(res: ServerResponse, { key }: Caller, leave: () => void): void {
		const begunAt = performance.now();
		let times = 0;
		let workedBefore = workedMs();
		let timer = setTimeout(look, BEGINNING_MS);
		res.once("close", end);
		function look(): void {
			times += 1;
			const worked = workedMs();
			const isAtRest = worked - workedBefore <= AT_REST_MS;
			workedBefore = worked;
			if (isAtRest || times === MOST_TIMES) end();
			else timer = setTimeout(look, BEGINNING_MS);
		}
		function end(): void {
			clearTimeout(timer);
			res.off("close", end);
			queue.end(key, performance.now() - begunAt);
			leave();
		}
	}

	return async (req, res) => {
		if (NEVER_WAITS.has(req.url?.split("?", 1)[0] ?? "")) return listener(req, res);
		const caller = callerOf(req);
		if (isLimited && caller.isAccount && queue.waiting(caller.key) >= MOST_WAITING) {
			refused.add(req);
			return listener(req, res);
		}
		const found = place(req, caller);
		const leave = typeof found === "function" ? found : await found;
		if (req.socket.destroyed) {
			queue.end(caller.key, 0);
			leave();
			return;
		}
		leaveOnceBegun(res, caller, leave);
		await listener(req, res);
	};
}

/** Answers 429 to what found too many requests of its account waiting; it must come before everything that costs. */
export const refuseWhenFull: RequestHandler = (req, _res, next) => {
	if (!refused.has(req)) return next();
	const retry = { retryAfterSeconds: 1 };
	next(new AppError("server_busy", "Too many requests at once. Please try again in a moment.", retry));
};

/** How long this process has worked so far, in milliseconds. */
function workedMs(): number {
	return performance.eventLoopUtilization().active;
}

/** When this request arrived, as `performance.now()` counts: now, unless it has waited for its turn. */
export function arrivedAt(req: IncomingMessage): number {
	return arrivals.get(req) ?? performance.now();
}
