import { countableZone, offsetOf, zoneName } from "#shared/analytics/time-zone.ts";

/** A moment in ISO 8601 as a field for date and time shows it in the person's zone; empty for none. */
export function toLocalTime(moment: string): string {
	const date = new Date(moment);
	if (moment === "" || Number.isNaN(date.getTime())) return "";
	const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
	return date.getUTCSeconds() === 0 ? local.slice(0, 16) : local.slice(0, 19);
}

/** What such a field holds as a moment in UTC, in ISO 8601; empty for none. */
export function fromLocalTime(local: string): string {
	// A time that the clocks skip in spring counts as the one after it, one that comes twice as the first.
	const date = new Date(local);
	return local === "" || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

/** The user's time zone, such as 'Europe/Lisbon', if charts can count by it; UTC otherwise (P512). */
export function ownZone(): string {
	try {
		return countableZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
	} catch {
		return "UTC";
	}
}

/** The zone that fields for date and time use. Where it has no name, its offset at the moment. */
export function ownClock(): string {
	const zone = ownZone();
	const minutes = -new Date().getTimezoneOffset();
	return zoneName(zone === "UTC" && minutes !== 0 ? offsetOf(minutes) : zone);
}
