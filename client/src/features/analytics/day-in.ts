import { offsetMinutes } from "#shared/analytics/time-zone.ts";
import { utcDay } from "#shared/platform/days.ts";

/** The day of a moment by the clock of a countable zone: '2026-11-27'. */
export function dayIn(zone: string, moment: Date): string {
	const minutes = offsetMinutes(zone);
	if (minutes !== null) return utcDay(moment.getTime() + minutes * 60_000);
	// Swedes write a day as ISO 8601 does.
	return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(moment);
}
