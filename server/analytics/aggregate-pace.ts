/** The pause after a slice, as a multiple of its duration; leaves the machine to visitors. */
const CALM = 6;
const HURRIES = [
	{ behindMs: 20_000, rest: 0.25 },
	{ behindMs: 8_000, rest: 1 },
];
/** Busy visitors are waited for, but not indefinitely. */
const FAST_BEHIND_MS = 10 * 60_000;

/**
 * The pause after a slice: shorter the further behind, so that charts stay within a minute at a thousand views per
 * second.
 * @param behindMs how long new rows have waited, in milliseconds; 0 if none do, as for those of before an upgrade
 * @param isFast whether visitors are so many that aggregation should wait
 * @returns a multiple of the slice's duration
 */
export function restAfter({ behindMs, isFast }: { behindMs: number; isFast: boolean }): number {
	if (isFast && behindMs < FAST_BEHIND_MS) return CALM;
	return HURRIES.find((hurry) => behindMs >= hurry.behindMs)?.rest ?? CALM;
}
