import { expect, test } from "vitest";
import { type ChartWish, lastWeek, readWish, writeWish } from "./chart-address.ts";

test("an address keeps the range, the zone and the filter, and says nothing that is not known", () => {
	const wish: ChartWish = {
		range: "days",
		from: "2026-11-01",
		to: "2026-11-22",
		zone: "Asia/Kathmandu",
		only: { dimension: "source", value: "a&b=c" },
	};
	expect(readWish(writeWish(wish))).toEqual(wish);
	expect(readWish("?range=century&dimension=ip&value=1&zone=UTC")).toEqual({
		...{ range: "7d", from: "", to: "", zone: "UTC", only: null },
	});
	expect(readWish("?range=toString").range).toBe("7d");
	expect(readWish("").zone).not.toBe("");
});

test("the last week is that of the zone, and of UTC where there is no such zone", () => {
	const now = new Date("2026-03-03T23:30:00Z");
	expect(lastWeek("Asia/Kathmandu", now)).toEqual({ from: "2026-02-26", to: "2026-03-04" });
	expect(lastWeek("Europe/Atlantis", now)).toEqual({ from: "2026-02-25", to: "2026-03-03" });
});
