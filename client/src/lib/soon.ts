const HOUR_MS = 3_600_000;
const SOON_MS = 48 * HOUR_MS;

/** 'Tomorrow at 3:40 PM GMT+1', local, for the next 48 hours; null for any other moment. */
export function hourIfSoon(at: string, now: Date): string | null {
	const moment = new Date(at);
	const left = moment.getTime() - now.getTime();
	if (!(left >= 0 && left <= SOON_MS)) return null;
	return `${dayOf(moment, now)} at ${hourFormat.format(moment)}`;
}

function dayOf(moment: Date, now: Date): string {
	const tomorrow = new Date(now);
	tomorrow.setDate(now.getDate() + 1);
	if (moment.toDateString() === now.toDateString()) return "Today";
	return moment.toDateString() === tomorrow.toDateString() ? "Tomorrow" : weekdayFormat.format(moment);
}

const hourFormat = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });
const weekdayFormat = new Intl.DateTimeFormat("en-US", { weekday: "long" });
