import { describe, expect, it } from "vitest";
import { countedFrom, daysSince } from "./guarantee-days.ts";

describe("P568: the guarantee counts whole days of UTC, one more than 30", () => {
	it.each([
		["the first moment of a day", "2026-03-05T00:00:00Z"],
		["its last moment", "2026-03-05T23:59:59Z"],
	])("from %s", (_case, asked) => {
		expect(countedFrom(new Date(asked)).toISOString()).toBe("2026-02-02T00:00:00.000Z");
	});

	// Paid on February 2, asked on March 4, which is day 30: both by the clock of the place.
	it.each([
		["Honolulu, early to late", "2026-02-02T00:01:00-10:00", "2026-03-04T23:59:00-10:00"],
		["Honolulu, late to late", "2026-02-02T23:59:00-10:00", "2026-03-04T23:59:00-10:00"],
		["Auckland, early to late", "2026-02-02T00:01:00+13:00", "2026-03-04T23:59:00+13:00"],
		["Auckland, late to early", "2026-02-02T23:59:00+13:00", "2026-03-04T00:01:00+13:00"],
		["Kiritimati, early to late", "2026-02-02T00:01:00+14:00", "2026-03-04T23:59:00+14:00"],
	])("holds on day 30 in %s", (_place, paid, asked) => {
		expect(new Date(paid) >= countedFrom(new Date(asked))).toBe(true);
	});

	it.each([
		["Honolulu", "2026-02-02T00:01:00-10:00", "2026-03-06T14:00:00-10:00"],
		["Auckland", "2026-02-02T00:01:00+13:00", "2026-03-06T13:00:00+13:00"],
	])("ends within two days after it in %s", (_place, paid, asked) => {
		expect(new Date(paid) >= countedFrom(new Date(asked))).toBe(false);
	});
});

it("counts the days since a day", () => {
	const noon = new Date("2026-03-05T12:00:00Z");
	expect(["2026-03-04", "2026-03-05", "2026-03-06"].map((day) => daysSince(new Date(day), noon))).toEqual([1, 0, -1]);
});
