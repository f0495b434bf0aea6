import { expect, it } from "vitest";
import { isSamePage } from "./page-address.ts";

it.each([
	["https://example.com/a", "https://example.com/a?utm_source=mail#part", true],
	["example.com", "https://example.com/", true],
	["no address", "no address", true],
	["https://example.com/a", "https://example.com/b", false],
	["https://example.com/a", "http://example.com/a", false],
	["no address", "neither", false],
	["", "https://example.com/", false],
])("P600: %j and %j are one page: %j", (one, other, expected) => {
	expect(isSamePage(one, other)).toBe(expected);
});
