import { addDays, daysIn } from "#shared/platform/days.ts";
import type { UtcDays } from "./chart-span.ts";

type Edge = UtcDays & { sign: 1 | -1 };
type MonthParts = { months: UtcDays; edges: [Edge, Edge] };

const NONE = { from: "0001-01-02", to: "0001-01-01" };

/**
 * A range as whole months plus or minus days, whichever reads less (docs/decisions/0055). @param today the last day
 * with views
 */
export function monthParts({ from, to }: UtcDays, today: string): MonthParts {
	const [first, last] = [monthOf(from), monthOf(to)];
	if (first === last)
		return {
			months: NONE,
			edges: [
				{ from, to, sign: 1 },
				{ ...NONE, sign: 1 },
			],
		};
	const before = { from: first, to: addDays(from, -1) };
	const within = { from, to: addDays(nextMonth(from), -1) };
	const isFirstWhole = daysIn(before) < daysIn(within);
	const after = { from: addDays(to, 1), to: addDays(nextMonth(to), -1) };
	const begun = { from: last, to };
	const nothingAfter = after.from > today || after.from > after.to;
	const isLastWhole =
		nothingAfter || daysIn({ from: after.from, to: after.to < today ? after.to : today }) < daysIn(begun);
	return {
		months: { from: isFirstWhole ? first : nextMonth(from), to: isLastWhole ? last : monthOf(addDays(last, -1)) },
		edges: [
			isFirstWhole ? { ...before, sign: -1 } : { ...within, sign: 1 },
			isLastWhole ? { ...(nothingAfter ? NONE : after), sign: -1 } : { ...begun, sign: 1 },
		],
	};
}

/** Each day of a range. */
export function datesOf({ from, to }: UtcDays): string[] {
	return Array.from({ length: daysIn({ from, to }) }, (_, n) => addDays(from, n));
}

/** The first day of a day's month. */
export function monthOf(day: string): string {
	return `${day.slice(0, 8)}01`;
}

/** The first day of each month in the range; for the first month, the range's start. */
export function monthStarts({ from, to }: UtcDays): string[] {
	const starts = [from];
	for (let next = nextMonth(from); next <= to; next = nextMonth(next)) starts.push(next);
	return starts;
}

/** Whole months within the days, without those that have an open day (P236). */
export function closedMonths({ from, to }: UtcDays, today: string): UtcDays[] {
	const months: UtcDays[] = [];
	for (let first = monthOf(from) === from ? from : nextMonth(from); ; first = nextMonth(first)) {
		const last = addDays(nextMonth(first), -1);
		if (last > to || last > addDays(today, -2)) return months;
		months.push({ from: first, to: last });
	}
}

function nextMonth(day: string): string {
	return monthOf(addDays(monthOf(day), 31));
}
