const STEP_MS = 0.1;
const LONGEST_MS = 60_000;

export type Latencies = {
	add(milliseconds: number): void;
	/** Adds all that another has counted. */
	addAll(other: Pick<Latencies, "steps">): void;
	/** How often each tenth of a millisecond was counted, from none on. */
	steps(): readonly number[];
	count(): number;
	/** Milliseconds, to a tenth; 0 when there is none. `share` 1 is the longest. */
	percentile(share: number): number;
	clear(): void;
};

/** Counts times in steps of a tenth of a millisecond: five million of them take no more memory than the longest. */
export function createLatencies(): Latencies {
	const counts: number[] = [];
	let total = 0;
	function addTo(step: number, times: number): void {
		while (counts.length <= step) counts.push(0);
		counts[step] = (counts[step] ?? 0) + times;
		total += times;
	}

	return {
		add: (milliseconds) => addTo(Math.ceil(Math.min(milliseconds, LONGEST_MS) / STEP_MS), 1),
		addAll(other) {
			for (const [step, times] of other.steps().entries()) addTo(step, times);
		},
		steps: () => counts,
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
