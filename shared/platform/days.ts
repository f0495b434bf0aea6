export const HOUR_MS = 3_600_000;
/** UTC has no clock changes. */
export const DAY_MS = 24 * HOUR_MS;

/** The UTC day of a moment, `YYYY-MM-DD`. @param at milliseconds since 1970 */
export function utcDay(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

/** So many days after a date. */
export function addDays(date: string, days: number): string {
	return utcDay(Date.parse(date) + days * DAY_MS);
}

/** Number of days from first to last, inclusive, each `YYYY-MM-DD`. */
export function daysIn({ from, to }: { from: string; to: string }): number {
	return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}
