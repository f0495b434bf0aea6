import { expect, test } from "vitest";
import { chartDays, planHas } from "./plan-features.ts";

test("each feature begins with its plan and goes on in the larger ones", () => {
	const table = (feature: Parameters<typeof planHas>[1]) =>
		["starter", "basic", "pro", "enterprise"].map((plan) => planHas(plan, feature));
	expect(table("tags")).toEqual([false, true, true, true]);
	expect(table("qrLogo")).toEqual([false, true, true, true]);
	expect(table("csv")).toEqual([false, false, true, true]);
	expect(table("schedule")).toEqual([false, false, true, true]);
	expect(table("platformCards")).toEqual([false, false, true, true]);
	expect(table("bulkImport")).toEqual([false, false, false, true]);
	expect(table("publicStats")).toEqual([false, false, false, true]);
});

test.each([null, undefined, "", "gold", "toString"])("%s may make none of it, and sees a week", (plan) => {
	expect(planHas(plan, "tags")).toBe(false);
	expect(chartDays(plan)).toBe(7);
});

test("charts go back a week, 90 days or a year by plan", () => {
	expect(["starter", "basic", "pro", "enterprise"].map(chartDays)).toEqual([7, 90, 366, 366]);
});
