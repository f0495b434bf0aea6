import { expect, test, vi } from "vitest";
import type { Chart } from "#shared/analytics/chart.ts";
import { createPublicMetrics } from "./public-metrics.ts";

const LINKS = 1_500;
const chart: Chart = {
	from: "2026-11-16",
	to: "2026-11-22",
	zone: "UTC",
	unit: "day",
	points: [],
	totals: { human: 30, bot: 0 },
	before: { human: 0, bot: 0 },
	days: { from: "2026-11-16", to: "2026-11-22", human: 30, bot: 0 },
	visitors: [],
	scanners: 2,
	breakdowns: { country: [[["PT", 30]], 0], browser: [[["Chrome", 30]], 0] },
	links: [],
	only: null,
};

test("the figures of many links are each read once a minute, and nothing else of their charts is kept", async () => {
	let now = 1;
	const ask = vi.fn(async () => chart);
	const read = createPublicMetrics({ charts: { chart: ask }, clock: () => now });
	const readAll = () => Promise.all(Array.from({ length: LINKS }, (_, n) => read(n, "7d")));
	const first = await readAll();
	expect(first[0]).toEqual({
		...{ from: chart.from, to: chart.to, unit: "day", points: [], totals: chart.totals, before: chart.before },
		breakdowns: { country: [[["PT", 30]], 0] },
	});
	const again = await readAll();
	expect(again.every((metrics, n) => metrics === first[n])).toBe(true);
	expect(ask).toHaveBeenCalledTimes(LINKS);
	await read(0, "30d");
	expect(ask).toHaveBeenCalledTimes(LINKS + 1);
	now += 60_001;
	expect(await read(0, "7d")).not.toBe(first[0]);
});

test("what failed is read again", async () => {
	const ask = vi.fn(async () => chart).mockRejectedValueOnce(new Error("away"));
	const read = createPublicMetrics({ charts: { chart: ask } });
	await expect(read(1, "7d")).rejects.toThrow("away");
	expect(await read(1, "7d")).toMatchObject({ totals: chart.totals });
});
