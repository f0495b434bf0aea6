const STEP_MS = 0.1;
const LONGEST_MS = 60_000;

export type Latencies = {
	add(milliseconds: number): void;
	count(): number;
	/** Milliseconds, to a tenth; 0 when there is none. `share` 1 is the longest. */
	percentile(share: number): number;
	clear(): void;
};

/** Counts times in steps of a tenth of a millisecond: five million of them take no more memory than the longest. */
export function createLatencies(): Latencies {
	const counts: number[] = [];
	let total = 0;
	return {
		add(milliseconds) {
			const step = Math.ceil(Math.min(milliseconds, LONGEST_MS) / STEP_MS);
			while (counts.length <= step) counts.push(0);
			counts[step] = (counts[step] ?? 0) + 1;
			total += 1;
		},
		count: () => total,
		percentile(share) {
			let left = Math.ceil(total * share);
			for (const [step, count] of counts.entries()) {
				left -= count;
				if (count > 0 && left <= 0) return Math.round(step * STEP_MS * 10) / 10;
			}
			return 0;
		},
		clear() {
			counts.length = 0;
			total = 0;
		},
	};
}
