import { countableZone, offsetOf, zoneName } from "#shared/analytics/time-zone.ts";

/** A moment in ISO 8601 as local time for a date and time field; empty for none. */
export function toLocalTime(moment: string): string {
	const date = new Date(moment);
	if (moment === "" || Number.isNaN(date.getTime())) return "";
	const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
	return date.getUTCSeconds() === 0 ? local.slice(0, 16) : local.slice(0, 19);
}

/** A field's local time as UTC in ISO 8601; empty for none. */
export function fromLocalTime(local: string): string {
	// A time skipped in spring counts as the one after it, a repeated one as the first.
	const date = new Date(local);
	return local === "" || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

/** The user's time zone, such as 'Europe/Lisbon', if charts support it; else UTC (P512). */
export function ownZone(): string {
	try {
		return countableZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
	} catch {
		return "UTC";
	}
}

/** The zone of date and time fields; if unnamed, its current offset. */
export function ownClock(): string {
	const zone = ownZone();
	const minutes = -new Date().getTimezoneOffset();
	return zoneName(zone === "UTC" && minutes !== 0 ? offsetOf(minutes) : zone);
}
