import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { createFairQueue } from "#server/platform/work/fair-queue.ts";
import { AppError } from "./app-error.ts";
import type { Caller } from "./callers.ts";
import type { Listener } from "./uncaught-errors.ts";

const AT_ONCE = 2;
/** A starting phase in milliseconds, if the process is idle; an answer ends it earlier. */
const BEGINNING_MS = 5;
/** CPU time within that up to which the process counts as idle. */
const AT_REST_MS = BEGINNING_MS / 2;
/** Its longest duration, as a multiple, in a busy process. */
const MOST_TIMES = 4;
/** Most waiting requests per caller; more than any page or person's script sends at once. */
const MOST_WAITING = 100;
/** Health checks and monitoring never wait behind customers. */
const NEVER_WAITS = new Set(["/healthz", "/readyz", "/metrics"]);

/** Arrival times of requests that had to wait, as `performance.now()` counts. */
const arrivals = new WeakMap<IncomingMessage, number>();
const refused = new WeakSet<IncomingMessage>();

type Options = {
	callerOf: (req: IncomingMessage) => Caller;
	/** Whether an account with too many waiting requests is refused more (`RATE_LIMITS`). */
	isLimited: boolean;
};

/**
 * Starts two requests at once, the rest from a fair queue by caller: a burst delays only its sender. The next
 * one may start when a request has run for 5 ms while the process was idle, or for 20 ms in any case. An account with a
 * hundred waiting requests is refused more.
 * @returns a listener whose promise rejects with what is thrown
 */
export function queueRequests(listener: Listener, { callerOf, isLimited }: Options): Listener {
	const queue = createFairQueue<(leave: () => void) => void>();
	let beginning = 0;

	/** Acquires a slot, now or later; call the result to release it. */
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

/** Answers 429 to requests over their account's queue limit; must precede everything expensive. */
export const refuseWhenFull: RequestHandler = (req, _res, next) => {
	if (!refused.has(req)) return next();
	const retry = { retryAfterSeconds: 1 };
	next(new AppError("server_busy", "Too many requests at once. Please try again in a moment.", retry));
};

function workedMs(): number {
	return performance.eventLoopUtilization().active;
}

/** When this request arrived, as `performance.now()` counts, before any wait in the queue. */
export function arrivedAt(req: IncomingMessage): number {
	return arrivals.get(req) ?? performance.now();
}
