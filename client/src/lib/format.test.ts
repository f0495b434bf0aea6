import { expect, it } from "vitest";
import { formatUtcDate } from "#shared/platform/format.ts";
import { firstDayOfNextMonth, formatCount, formatDate, formatEuros, shortAddress } from "./format.ts";

it.each([
	["2025-03-05T00:00:00", "March 5, 2025"],
	["2025-12-31T23:59:59.999", "December 31, 2025"],
])("the reader's local time %s is written %s", (local, expected) => {
	expect(formatDate(new Date(local).toISOString())).toBe(expected);
});

it.each([
	[4.99, "€4.99"],
	["199.9", "€199.90"],
	[0, "€0.00"],
	[1234.5, "€1,234.50"],
])("%s euros are written %s", (amount, expected) => {
	expect(formatEuros(amount)).toBe(expected);
});

it("groups thousands in counts", () => {
	expect(formatCount(1234567)).toBe("1,234,567");
});

it.each([
	["2025-01-31T12:00:00Z", "February 1, 2025"],
	["2025-12-31T23:59:59Z", "January 1, 2026"],
])("after %s the quota starts anew on %s", (now, expected) => {
	expect(formatUtcDate(firstDayOfNextMonth(new Date(now)))).toBe(expected);
});

it.each([
	["https://visualink.example/go/ada/launch", "visualink.example/go/ada/launch"],
	["http://localhost:3000/go/ada/launch", "localhost:3000/go/ada/launch"],
	["ftp://example.com/https://example.org", "ftp://example.com/https://example.org"],
])("shortens %s to what people read: %s", (address, expected) => {
	expect(shortAddress(address)).toBe(expected);
});
