const timeFormat = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });
const momentFormat = new Intl.DateTimeFormat("en-US", {
	month: "short",
	day: "numeric",
	hour: "numeric",
	minute: "2-digit",
});

/** '10:02 AM' in the user's time zone; on another day 'Mar 5, 10:02 AM'. */
export function momentText(at: string, now: Date): string {
	const moment = new Date(at);
	const isToday = moment.toDateString() === now.toDateString();
	return (isToday ? timeFormat : momentFormat).format(moment);
}
