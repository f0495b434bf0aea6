import { expect, test } from "vitest";
import { type ChartWish, readWish, writeWish } from "./chart-address.ts";

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
