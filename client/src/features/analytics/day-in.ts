import { offsetMinutes } from "#shared/analytics/time-zone.ts";
import { utcDay } from "#shared/platform/days.ts";

/** A moment's day in a supported time zone: '2026-11-27'. */
export function dayIn(zone: string, moment: Date): string {
	const minutes = offsetMinutes(zone);
	if (minutes !== null) return utcDay(moment.getTime() + minutes * 60_000);
	// Swedish dates have the format of ISO 8601.
	return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(moment);
}
