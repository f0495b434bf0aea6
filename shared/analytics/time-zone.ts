/** Browsers name zones that are only an offset like this. An unescaped plus arrives as a space. */
const OFFSET = /^([ +-])([01]\d|2[0-3])(?::?([0-5]\d))?$/;
/** Systems without a configured zone report these; some runtimes accept them as zones. */
const UNSET = /^(?:factory|etc\/unknown)$/i;

/** Minutes ahead of UTC for an offset such as `+03:00`; null for any other zone. */
export function offsetMinutes(zone: string): number | null {
	const [isOffset, sign, hours, minutes = "0"] = OFFSET.exec(zone) ?? [];
	if (isOffset === undefined) return null;
	return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

export function offsetOf(minutes: number): string {
	const digits = (number: number) => String(Math.floor(number)).padStart(2, "0");
	return `${minutes < 0 ? "-" : "+"}${digits(Math.abs(minutes) / 60)}:${digits(Math.abs(minutes) % 60)}`;
}

/** A zone that charts can count by: an offset, a known name, else UTC (P512). Not `GMT+3`, whose sign varies. */
export function countableZone(zone: string | null | undefined, isKnown = isKnownHere): string {
	if (!zone || UNSET.test(zone)) return "UTC";
	const minutes = offsetMinutes(zone);
	if (minutes !== null) return offsetOf(minutes);
	return isKnown(zone) ? zone : "UTC";
}

function isKnownHere(timeZone: string): boolean {
	try {
		new Intl.DateTimeFormat("en-US", { timeZone });
		return true;
	} catch {
		return false;
	}
}

/** A zone for display: 'UTC+03:00', 'Europe/Lisbon'. */
export function zoneName(zone: string): string {
	return offsetMinutes(zone) === null ? zone : `UTC${zone}`;
}
