import type { IncomingMessage, ServerResponse } from "node:http";
import type { Listener } from "./last-resort.ts";

/** How many requests are at their beginning at once. */
const AT_ONCE = 2;
/** How long a request's beginning takes, in milliseconds, in a process that rests; an answer ends it before. */
const BEGINNING_MS = 5;
/** How much of that a process works at the most, to be one that rests. */
const AT_REST_MS = BEGINNING_MS / 2;
/** So many times as long it takes at most in one that does not: then it is the process that is waited for. */
const MOST_TIMES = 4;
/** More than a burst: with so many waiting, waiting helps nobody. */
const MOST_WAITING = 100;

/** When those came that had to wait, as `performance.now()` counts. */
const arrivals = new WeakMap<IncomingMessage, number>();

/**
 * Begins two requests at once; others wait for their turn, in the order they came. What is heard meanwhile, such as a
 * visitor of a public link, then waits for a part of two requests, and not for fifty that came together. Whoever has been
 * at it for 5 ms while the process rested waits for something else, and keeps nobody from beginning; nobody does for
 * longer than 20 ms. Once a hundred wait, all of them begin. Nothing is begun for whoever has left by then.
 * @returns a listener whose promise fails with what is thrown
 */
export function fewAtOnce(listener: Listener): Listener {
	const waiting: (() => void)[] = [];
	let beginning = 0;

	/** A place to begin at is taken, or handed over by whoever has begun. */
	function place(req: IncomingMessage): Promise<void> | undefined {
		if (beginning < AT_ONCE) {
			beginning += 1;
			return undefined;
		}
		arrivals.set(req, performance.now());
		return new Promise((resolve) => {
			waiting.push(resolve);
			if (waiting.length < MOST_WAITING) return;
			beginning += waiting.length;
			for (const begin of waiting.splice(0)) begin();
		});
	}

	/** Whoever is next begins after what has been heard by then. */
	function leave(): void {
		const next = beginning <= AT_ONCE ? waiting.shift() : undefined;
		if (next) setImmediate(next);
		else beginning -= 1;
	}

	function leaveOnceBegun(res: ServerResponse): void {
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
			leave();
		}
	}

	return async (req, res) => {
		const turn = place(req);
		if (turn) await turn;
		if (req.socket.destroyed) {
			leave();
			return;
		}
		leaveOnceBegun(res);
		await listener(req, res);
	};
}

/** How long this process has worked so far, in milliseconds. */
function workedMs(): number {
	return performance.eventLoopUtilization().active;
}

/** When this request arrived, as `performance.now()` counts: now, unless it has waited for its turn. */
export function arrivedAt(req: IncomingMessage): number {
	return arrivals.get(req) ?? performance.now();
}
