import { AppError } from "#server/http/app-error.ts";

type Job = { run: () => Promise<void>; refuse: (error: AppError) => void };
type Line = { waiting: Job[]; running: number; lastTurn: number };
type Limits = {
	running: number;
	waiting: number;
	/** How long work may keep its place before those of others, who wait, go on beside it. */
	slowAfterMs: number;
};

/**
 * Runs heavy work a few at a time. Turns go round the owners of the work: the next one is for whoever had theirs longest
 * ago. One piece of slow work at a time gives its place up to others and goes on beside them.
 * @returns a function that runs an owner's work when its turn comes.
 * @throws AppError "unavailable" (from the returned function) when too many wait: it meets the newest of whoever has
 * most waiting.
 */
export function createFairQueue(limits: Limits): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
	/** Of everybody who waits or whose work is running. */
	const lines = new Map<string, Line>();
	let running = 0;
	let waiting = 0;
	let turns = 0;
	let slow: Line | null = null;

	function startNext(): void {
		while (running < limits.running) {
			const line = nextLine();
			const job = line?.waiting.shift();
			if (!line || !job) return;
			waiting -= 1;
			start(line, job);
		}
	}

	function nextLine(): Line | null {
		let next: Line | null = null;
		for (const line of lines.values()) {
			if (line.waiting.length === 0 || line === slow) continue;
			if (next === null || line.lastTurn < next.lastTurn) next = line;
		}
		return next;
	}

	function start(line: Line, job: Job): void {
		running += 1;
		line.running += 1;
		line.lastTurn = turns += 1;
		let isAside = false;
		const patience = setTimeout(() => {
			if (slow !== null) return;
			isAside = true;
			slow = line;
			running -= 1;
			startNext();
		}, limits.slowAfterMs);
		void job.run().finally(() => {
			clearTimeout(patience);
			line.running -= 1;
			if (isAside) slow = null;
			else running -= 1;
			forgetIdle();
			startNext();
		});
	}

	function forgetIdle(): void {
		for (const [owner, line] of lines) if (line.running + line.waiting.length === 0) lines.delete(owner);
	}

	/** Of two with as many waiting it meets the one who comes now. */
	function refuseOne(newcomer: Line): void {
		let longest = newcomer;
		for (const line of lines.values()) if (line.waiting.length > longest.waiting.length) longest = line;
		waiting -= 1;
		longest.waiting
			.pop()
			?.refuse(new AppError("unavailable", "Too many pictures at once. Please try again.", { retryAfterSeconds: 5 }));
		forgetIdle();
	}

	return (owner, work) =>
		new Promise((resolve, reject) => {
			const line = lines.get(owner) ?? { waiting: [], running: 0, lastTurn: 0 };
			lines.set(owner, line);
			const run = async () => {
				try {
					resolve(await work());
				} catch (error) {
					reject(error);
				}
			};
			line.waiting.push({ run, refuse: reject });
			waiting += 1;
			startNext();
			if (waiting > limits.waiting) refuseOne(line);
		});
}
