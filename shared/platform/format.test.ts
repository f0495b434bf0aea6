import { expect, it } from "vitest";
import { formatInterval, formatMoney, formatUtcDate } from "./format.ts";

it.each([
	["2025-03-05T00:00:00.000Z", "March 5, 2025"],
	["2025-12-31T23:59:59.999Z", "December 31, 2025"],
])("the UTC day of %s is written %s, wherever the reader is", (date, expected) => {
	expect(formatUtcDate(date)).toBe(expected);
});

it.each([
	[1999, "eur", "€19.99"],
	[0, "eur", "€0.00"],
	[49990, "EUR", "€499.90"],
])("%s cents of %s are written %s", (cents, currency, expected) => {
	expect(formatMoney(cents, currency)).toBe(expected);
});

it("names the interval of a plan", () => {
	expect(formatInterval({ isAnnual: true })).toBe("paid yearly");
	expect(formatInterval({ isAnnual: false })).toBe("paid monthly");
});
