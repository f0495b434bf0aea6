import { GUARANTEED_DAYS } from "#shared/billing/subscriptions/guarantee.ts";
import { DAY_MS } from "#shared/platform/days.ts";

/** The start of the refund period of a request; days are UTC days (P568). */
export function countedFrom(asked: Date): Date {
	return new Date((utcDay(asked) - GUARANTEED_DAYS) * DAY_MS);
}

/** A day's age in whole UTC days; negative if it lies in the future. */
export function daysSince(day: Date, now: Date): number {
	return utcDay(now) - utcDay(day);
}

export function dayOf(date: Date): string {
	return date.toISOString().slice(0, 10);
}

function utcDay(date: Date): number {
	return Math.floor(date.getTime() / DAY_MS);
}
