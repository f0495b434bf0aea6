import { GUARANTEED_DAYS } from "#shared/billing/subscriptions/guarantee.ts";
import { DAY_MS } from "#shared/platform/days.ts";

/** The first moment whose payments count for a request; days are whole days of UTC (P568). */
export function countedFrom(asked: Date): Date {
	return new Date((utcDay(asked) - GUARANTEED_DAYS) * DAY_MS);
}

/** How many whole days ago a day is, in UTC; negative for one to come. */
export function daysSince(day: Date, now: Date): number {
	return utcDay(now) - utcDay(day);
}

/** Such as 2026-03-05. */
export function dayOf(date: Date): string {
	return date.toISOString().slice(0, 10);
}

function utcDay(date: Date): number {
	return Math.floor(date.getTime() / DAY_MS);
}
