export type OrderLimits = {
	/** Milliseconds of processing time; no limit, if not given. */
	workMs?: number | undefined;
	/** Milliseconds by the clock; no limit, if not given. */
	deadlineMs?: number | undefined;
};

/** `costly`: the order used its processing time. `late`: it did not, so the machine is to blame. */
export type OverLimit = "costly" | "late";

/** How long the processing time is left alone, which the system counts in steps of 10 ms. */
const LOOK_MS = 20;

/**
 * Calls back once an order is over one of its limits (docs/decisions/0074). An answer that has arrived by then is read
 * first.
 * @param usedMs processing time of its worker so far; null where the system doesn't tell, which counts as none
 * @returns what ends it
 */
export function limitOrder(
	{ workMs = Number.POSITIVE_INFINITY, deadlineMs = Number.POSITIVE_INFINITY }: OrderLimits,
	usedMs: () => number | null,
	over: (how: OverLimit) => void,
): () => void {
	const usedBefore = usedMs() ?? 0;
	const used = () => Math.max(0, (usedMs() ?? 0) - usedBefore);
	let waited = 0;
	let timer: NodeJS.Timeout | undefined;
	let reading: NodeJS.Immediate | undefined;

	function wait(): void {
		// One thread can't use more time than passes.
		const ms = Math.min(Math.max(workMs - used(), LOOK_MS), deadlineMs - waited);
		if (Number.isFinite(ms)) timer = setTimeout(look, ms, ms);
	}

	function look(ms: number): void {
		waited += ms;
		const isCostly = used() >= workMs;
		if (isCostly || waited >= deadlineMs) reading = setImmediate(over, isCostly ? "costly" : "late");
		else wait();
	}

	wait();
	return () => {
		clearTimeout(timer);
		clearImmediate(reading);
	};
}
