import { expect, test } from "vitest";
import { randomFrom } from "#server/testing/analytics/chart-truth.ts";
import { addDays, daysIn } from "#shared/days.ts";
import { monthOf, monthParts } from "./month-parts.ts";

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
