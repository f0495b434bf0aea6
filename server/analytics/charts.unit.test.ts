import type pg from "pg";
import { expect, test } from "vitest";
import type { Db } from "#server/platform/db/connect.ts";
import { createLog } from "#server/platform/operator/log.ts";
import { addDays } from "#shared/platform/days.ts";
import { spanOf } from "./chart-span.ts";
import { createCharts } from "./charts.ts";

test("yesterday is the whole day before today by the clock of the zone, hour by hour (P349)", () => {
	const now = Date.parse("2026-11-22T20:00:00Z");
	const { from, to, unit, edges, start, end, beforeFrom } = spanOf(
		{ range: "yesterday", zone: "Asia/Tokyo" },
		now,
		"starter",
	);
	expect([from, to, unit, edges.length]).toEqual(["2026-11-22", "2026-11-22", "hour", 25]);
	expect([start, end, beforeFrom].map((at) => new Date(at).toISOString())).toEqual([
		"2026-11-21T15:00:00.000Z",
		"2026-11-22T15:00:00.000Z",
		"2026-11-20T15:00:00.000Z",
	]);
});

test("says of days that make no sense what is wrong with them (P408)", () => {
	const refused = (from: string, to: string, zone: string) => {
		const now = Date.parse("2026-11-22T20:00:00Z");
		return () => spanOf({ range: { from, to }, zone }, now, "pro");
	};
	expect(refused("2026-11-22", "2026-11-23", "UTC")).toThrow("Choose an end day that is not after today, 2026-11-22");
	expect(refused("2026-11-22", "2026-11-23", "Asia/Tokyo")).not.toThrow();
	expect(refused("2026-11-21", "2026-11-20", "UTC")).toThrow("Choose a start day and an end day on or after it");
	expect(refused("2025-11-01", "2026-11-20", "UTC")).toThrow("Choose at most 366 days");
});

test("93 days are drawn and filtered by day, longer spans by month (P415)", () => {
	const now = Date.parse("2026-11-22T20:00:00Z");
	const unitOf = (days: number) => {
		const range = { from: addDays("2026-11-22", 1 - days), to: "2026-11-22" };
		return spanOf({ range, zone: "UTC" }, now, "enterprise").unit;
	};
	expect([unitOf(93), unitOf(94)]).toEqual(["day", "month"]);
});

test("breakdowns of a year are read and added up a month at a time, so that others get their turn; a late answer says so (P691)", async () => {
	const asked: [first: string, last: string][] = [];
	const query = async ({ values: [, first, last] }: { values: string[] }) => {
		asked.push([first ?? "", last ?? ""]);
		const day = { day: last, human: 1, bot: 0, visitors: 1, quarters: [[0, 1, 0]] };
		return { rows: [{ ...day, breakdowns: { source: [[["x", 1]], 0] } }] };
	};
	let late: Date | null = null;
	const charts = createCharts({
		db: {} as Db,
		pool: { query } as unknown as pg.Pool,
		asOf: () => late,
		linksOrigin: "https://v.example",
		now: () => new Date("2026-11-22T20:00:00Z"),
		log: createLog({ logLevel: "silent" }),
	});
	const only = { dimension: "source", value: "x" } as const;
	const chart = await charts.chart({ link: 1 }, { range: "12m", zone: "UTC", only, values: 9 }, "pro");
	for (const [n, [first, last]] of asked.entries()) {
		if (n === 0) expect([first, last]).toEqual(["2024-11-23", "2025-11-22"]);
		else expect(last <= addDays(first, 30)).toBe(true);
		if (n > 0) expect(first).toBe(addDays(asked[n - 1]?.[1] ?? "", 1));
	}
	expect(asked.at(-1)?.[1]).toBe("2026-11-22");
	const { human } = chart.days;
	expect(human).toBeGreaterThan(11);
	expect(chart.breakdowns.source).toEqual([[["x", human]], 0]);
	expect(chart.only).toMatchObject({ human, unit: "month" });
	expect(chart.only?.days).toHaveLength(13);
	expect(chart.only?.days.slice(0, 2)).toEqual([
		{ day: "2025-11-23", count: 1 },
		{ day: "2025-12-01", count: 1 },
	]);
	expect(chart).not.toHaveProperty("asOf");
	late = new Date("2026-11-22T19:58:00Z");
	const answer = await charts.chart({ link: 1 }, { range: "7d", zone: "UTC", only: null, values: 9 }, "pro");
	expect(answer.asOf, "P691").toBe("2026-11-22T19:58:00.000Z");
});
