type Options = { most: number; firstDelayMs: number; now: () => number };
type Pace = { size: number; failures: number; ofRow: number; restsUntil: number };

const LONGEST_DELAY_MS = 60_000;
/** Of one row alone, until it is refused; it has failed in every larger batch before. */
const FAILURES_OF_ROW = 2;
/** In a row, until the import is stopped: enough to find one bad row in a full batch, and to try the row after it. */
const MOST_FAILURES = 14;

export type BatchPace = ReturnType<typeof createBatchPace>;

/**
 * How many rows of each import become links in one transaction: half as many after each failure, after twice the delay. A
 * batch that can't succeed is found row by row, and no work is repeated forever.
 */
export function createBatchPace({ most, firstDelayMs, now }: Options) {
	const paces = new Map<string, Pace>();

	/** Rows to take at once. */
	function sizeOf(id: string): number {
		return paces.get(id)?.size ?? most;
	}

	/** Whether the delay after a failure isn't over. */
	function isResting(id: string): boolean {
		return (paces.get(id)?.restsUntil ?? 0) > now();
	}

	/**
	 * @param rows of the batch that failed, 0 where it failed before it had any
	 * @returns what to do next: try `"again"` later, `"refuse row"` when one row keeps failing, or `"stop"` the import
	 */
	function failed(id: string, rows: number): "again" | "refuse row" | "stop" {
		const { size, failures, ofRow } = paces.get(id) ?? { size: most, failures: 0, ofRow: 0 };
		const isRow = rows === 1;
		const isRefused = isRow && ofRow + 1 >= FAILURES_OF_ROW;
		const delayMs = isRefused ? 0 : Math.min(firstDelayMs * 2 ** failures, LONGEST_DELAY_MS);
		paces.set(id, {
			size: Math.max(1, Math.floor(Math.min(size, rows || size) / 2)),
			failures: failures + 1,
			ofRow: isRow && !isRefused ? ofRow + 1 : 0,
			restsUntil: now() + delayMs,
		});
		if (failures + 1 >= MOST_FAILURES) return "stop";
		return isRefused ? "refuse row" : "again";
	}

	/** The next batch is twice as large, up to the most. */
	function succeeded(id: string): void {
		const size = 2 * sizeOf(id);
		if (size >= most) paces.delete(id);
		else paces.set(id, { size, failures: 0, ofRow: 0, restsUntil: 0 });
	}

	/** Forgets all imports but these. */
	function keep(ids: string[]): void {
		for (const id of paces.keys()) if (!ids.includes(id)) paces.delete(id);
	}

	/** Milliseconds until the first delay is over; undefined when none is. */
	function nextInMs(): number | undefined {
		const ends = [...paces.values()].map(({ restsUntil }) => restsUntil).filter((end) => end > now());
		return ends.length > 0 ? Math.min(...ends) - now() : undefined;
	}

	return { sizeOf, isResting, failed, succeeded, keep, nextInMs };
}
