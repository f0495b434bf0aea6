/**
 * A moment some months or years later, in Unix seconds: the same day and time, or the month's last day.
 * `times` counts from the anchor, so a subscription of the 31st returns to the 31st.
 */
export function addInterval(anchor: number, interval: string, times: number): number {
	const date = new Date(anchor * 1000);
	const day = date.getUTCDate();
	if (interval === "day" || interval === "week") return anchor + times * (interval === "day" ? 86_400 : 604_800);
	const months = interval === "year" ? times * 12 : times;
	date.setUTCDate(1);
	date.setUTCMonth(date.getUTCMonth() + months);
	const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
	date.setUTCDate(Math.min(day, lastDay));
	return Math.floor(date.getTime() / 1000);
}

/** The first renewal after a moment, for a billing cycle that began at `anchor`. */
export function nextRenewal(anchor: number, interval: string, after: number): number {
	let times = 1;
	while (addInterval(anchor, interval, times) <= after) times += 1;
	return addInterval(anchor, interval, times);
}
