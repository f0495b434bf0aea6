import { expect, test } from "vitest";
import { type ChartWish, lastWeek, pageQuery, readView, readWish, writeWish } from "./chart-address.ts";

test("an address keeps the range, the zone and the filter, and says nothing that is not known", () => {
	const wish: ChartWish = {
		range: "days",
		from: "2026-11-01",
		to: "2026-11-22",
		zone: "Asia/Kathmandu",
		only: { dimension: "source", value: "a&b=c" },
	};
	expect(readWish(writeWish(wish))).toEqual(wish);
	expect(readView(pageQuery(wish, "table"))).toBe("table");
	expect(readWish(pageQuery(wish, "table"))).toEqual(wish);
	expect(pageQuery(wish, "chart")).toBe(writeWish(wish));
	expect(readView("?view=pie")).toBe("chart");
	expect(readWish("?range=century&dimension=ip&value=1&zone=UTC")).toEqual({
		...{ range: "7d", from: "", to: "", zone: "UTC", only: null },
	});
	expect(readWish("?range=toString").range).toBe("7d");
	expect(readWish("").zone).not.toBe("");
});

test("an address with a zone that nobody knows shows UTC, and one with an offset that (P512)", () => {
	for (const zone of ["Etc/Unknown", "Factory", "GMT%2B3", "Mars/Base"])
		expect(readWish(`?zone=${zone}`).zone).toBe("UTC");
	expect(readWish(writeWish({ ...readWish(""), zone: "+03:00" })).zone).toBe("+03:00");
	expect(readWish("?zone=+03:00").zone).toBe("+03:00");
});

test("the last week is that of the zone", () => {
	const now = new Date("2026-03-03T23:30:00Z");
	expect(lastWeek("Asia/Kathmandu", now)).toEqual({ from: "2026-02-26", to: "2026-03-04" });
	expect(lastWeek("+05:45", now)).toEqual({ from: "2026-02-26", to: "2026-03-04" });
	expect(lastWeek("UTC", now)).toEqual({ from: "2026-02-25", to: "2026-03-03" });
});
