import type { IncomingMessage, ServerResponse } from "node:http";
import type { Listener } from "./last-resort.ts";

/** How many requests are at their beginning at once. */
const AT_ONCE = 2;
/** How long a request's beginning takes at most, in milliseconds; an answer ends it before. */
const BEGINNING_MS = 5;
/** More than a burst: with so many waiting, waiting helps nobody. They would be through it in a quarter of a second. */
const MOST_WAITING = 100;

/** When those came that had to wait, as `performance.now()` counts. */
const arrivals = new WeakMap<IncomingMessage, number>();

/**
 * Begins two requests at once; others wait for their turn, in the order they came. What is heard meanwhile, such as a
 * visitor of a public link, then waits for a part of two requests, and not for fifty that came together. Whoever has been
 * at it for 5 ms waits for something else, and keeps nobody from beginning. Once a hundred wait, all of them begin.
 * Nothing is begun for whoever has left by then.
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
		const timer = setTimeout(end, BEGINNING_MS);
		res.once("close", end);
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

/** When this request arrived, as `performance.now()` counts: now, unless it has waited for its turn. */
export function arrivedAt(req: IncomingMessage): number {
	return arrivals.get(req) ?? performance.now();
}
