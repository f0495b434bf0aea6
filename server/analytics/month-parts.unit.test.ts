import { expect, test } from "vitest";
import { randomFrom } from "#server/testing/analytics/chart-truth.ts";
import { addDays, daysIn } from "#shared/platform/days.ts";
import { closedMonths, monthOf, monthParts, monthStarts } from "./month-parts.ts";

const TODAY = "2026-11-25";
/** Days that have views, each another number of them. */
const COUNTS = new Map(Array.from({ length: 900 }, (_, n) => [addDays(TODAY, -n), n + 1] as const));
const sumOf = (isIn: (day: string) => boolean) =>
	[...COUNTS].reduce((sum, [day, count]) => sum + (isIn(day) ? count : 0), 0);

test("months and days around them come to the days that were asked for (P413)", () => {
	const random = randomFrom(7);
	for (let n = 0; n < 2_000; n++) {
		const from = addDays(TODAY, -random(800));
		const to = addDays(from, random(daysIn({ from, to: TODAY })));
		const { months, edges } = monthParts({ from, to }, TODAY);
		const whole = sumOf((day) => monthOf(day) >= months.from && monthOf(day) <= months.to);
		const sum = edges.reduce((all, edge) => {
			return all + edge.sign * sumOf((day) => day >= edge.from && day <= edge.to);
		}, whole);
		expect([from, to, sum]).toEqual([from, to, sumOf((day) => day >= from && day <= to)]);
		if (monthOf(from) === monthOf(to)) continue;
		const read = edges.map((edge) => [...COUNTS.keys()].filter((day) => day >= edge.from && day <= edge.to).length);
		expect(Math.max(...read), `${from} to ${to}`).toBeLessThanOrEqual(16);
	}
});

test("no days are read after today, nor around a whole month (P413)", () => {
	const readOf = (from: string, to: string) =>
		monthParts({ from, to }, TODAY).edges.filter((edge) => edge.from <= edge.to);
	expect(readOf("2025-12-01", TODAY)).toEqual([]);
	expect(readOf("2025-11-26", TODAY)).toEqual([{ from: "2025-11-26", to: "2025-11-30", sign: 1 }]);
	expect(readOf("2025-12-03", "2026-10-31")).toEqual([{ from: "2025-12-01", to: "2025-12-02", sign: -1 }]);
	expect(readOf("2025-12-01", "2026-11-24")).toEqual([{ from: TODAY, to: "2026-11-30", sign: -1 }]);
});

test("months are closed 48 hours after their last day began, and each of them is whole (P415)", () => {
	const firstsOf = (from: string, to: string, today: string) =>
		closedMonths({ from, to }, today).map((month) => `${month.from} ${month.to}`);
	expect(firstsOf("2025-12-01", "2026-03-31", TODAY)).toEqual([
		...["2025-12-01 2025-12-31", "2026-01-01 2026-01-31", "2026-02-01 2026-02-28", "2026-03-01 2026-03-31"],
	]);
	expect(firstsOf("2025-12-02", "2026-02-27", TODAY)).toEqual(["2026-01-01 2026-01-31"]);
	expect(firstsOf("2026-01-02", "2026-01-31", TODAY)).toEqual([]);
	expect(firstsOf("2026-10-01", "2026-10-31", "2026-11-01")).toEqual([]);
	expect(firstsOf("2026-10-01", "2026-10-31", "2026-11-02")).toEqual(["2026-10-01 2026-10-31"]);
});

test("months are named by the first of their days", () => {
	expect(monthStarts({ from: "2025-12-31", to: "2026-02-01" })).toEqual(["2025-12-31", "2026-01-01", "2026-02-01"]);
	expect(monthStarts({ from: "2026-02-01", to: "2026-02-01" })).toEqual(["2026-02-01"]);
});
