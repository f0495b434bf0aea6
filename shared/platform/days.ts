export const HOUR_MS = 3_600_000;
/** Of UTC, which knows no clock changes. */
export const DAY_MS = 24 * HOUR_MS;

/** The day of UTC that a moment is on, `YYYY-MM-DD`. @param at milliseconds since 1970 */
export function utcDay(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}

/** So many days after a date. */
export function addDays(date: string, days: number): string {
	return utcDay(Date.parse(date) + days * DAY_MS);
}

/** How many days there are from the first to the last, both among them, each `YYYY-MM-DD`. */
export function daysIn({ from, to }: { from: string; to: string }): number {
	return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}
