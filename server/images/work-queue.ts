import { AppError } from "#server/http/app-error.ts";

type Work<T> = () => Promise<T>;
type Limits = { running: number; waiting: number };

/**
 * Runs heavy work a few at a time, first come first served.
 * @returns a function that runs the work it is given when its turn comes.
 * @throws AppError "unavailable" (from the returned function) at once when too many wait already.
 */
export function createWorkQueue(limits: Limits): <T>(work: Work<T>) => Promise<T> {
	const waiting: Array<() => void> = [];
	let running = 0;

	return async (work) => {
		if (running < limits.running) running += 1;
		else if (waiting.length < limits.waiting) await new Promise<void>((turn) => waiting.push(turn));
		else throw new AppError("unavailable", "Too many pictures at once. Please try again.", { retryAfterSeconds: 5 });
		try {
			return await work();
		} finally {
			// The place is handed on, not given up: nobody who comes now can overtake the one who waits.
			const next = waiting.shift();
			if (next) next();
			else running -= 1;
		}
	};
}
