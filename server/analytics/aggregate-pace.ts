/** After a slice the work rests so many times as long as the slice took, which leaves the machine to visitors. */
const CALM = 6;
/** A folder that is behind for longer (milliseconds) rests this many times as long. */
const HURRIES = [
	{ behindMs: 20_000, rest: 0.25 },
	{ behindMs: 8_000, rest: 1 },
];
/** Visitors who come fast are waited for, but not forever. */
const FAST_BEHIND_MS = 10 * 60_000;

/**
 * How long folding rests after a slice: the longer new rows wait, the shorter, so that charts stay within a minute at a
 * thousand views a second and a burst is done with in minutes.
 * @param behindMs since when new rows have waited, in milliseconds; 0 where none do, as for those of before an upgrade
 * @param isFast whether visitors come so fast that they are better served alone
 * @returns how many times as long as the slice took
 */
export function restAfter({ behindMs, isFast }: { behindMs: number; isFast: boolean }): number {
	if (isFast && behindMs < FAST_BEHIND_MS) return CALM;
	return HURRIES.find((hurry) => behindMs >= hurry.behindMs)?.rest ?? CALM;
}
