type Options = { most: number; firstDelayMs: number; now: () => number };
type Pace = { size: number; failures: number; ofRow: number; restsUntil: number };

const LONGEST_DELAY_MS = 60_000;
/** For a single row, until it is refused; it has failed in every larger batch before. */
const FAILURES_OF_ROW = 2;
/** Consecutive failures before the import stops: enough to find one bad row in a full batch and try the next row. */
const MOST_FAILURES = 14;

export type BatchPace = ReturnType<typeof createBatchPace>;

/** Halves an import's batches and backs off after each failure, which isolates a bad row; no work repeats forever. */
export function createBatchPace({ most, firstDelayMs, now }: Options) {
	const paces = new Map<string, Pace>();

	function sizeOf(id: string): number {
		return paces.get(id)?.size ?? most;
	}

	function isResting(id: string): boolean {
		return (paces.get(id)?.restsUntil ?? 0) > now();
	}

	/**
	 * @param rows in the failed batch, 0 if it failed before it had any
	 * @returns what to do: retry `"again"` later, `"refuse row"` if a single row keeps failing, or `"stop"` the import
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

	function succeeded(id: string): void {
		const size = 2 * sizeOf(id);
		if (size >= most) paces.delete(id);
		else paces.set(id, { size, failures: 0, ofRow: 0, restsUntil: 0 });
	}

	function keep(ids: string[]): void {
		for (const id of paces.keys()) if (!ids.includes(id)) paces.delete(id);
	}

	/** Milliseconds until the first delay ends; undefined without one. */
	function nextInMs(): number | undefined {
		const ends = [...paces.values()].map(({ restsUntil }) => restsUntil).filter((end) => end > now());
		return ends.length > 0 ? Math.min(...ends) - now() : undefined;
	}

	return { sizeOf, isResting, failed, succeeded, keep, nextInMs };
}
