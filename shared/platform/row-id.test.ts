import { expect, test } from "vitest";
import { rowId, rowIdsText, rowIdText } from "./row-id.ts";

test.each([
	["1", 1],
	["2147483647", 2_147_483_647],
	["2147483648", null],
	["99999999999", null],
	["0", null],
	["007", null],
	["-1", null],
	["1.5", null],
	["1e3", null],
	["", null],
	["1 ", null],
	["\u0661", null],
])("%j in an address is the id %j", (text, id) => {
	expect(rowIdText.safeParse(text).data ?? null).toBe(id);
});

test.each([1, 2_147_483_647])("%j is an id in JSON", (id) => {
	expect(rowId.parse(id)).toBe(id);
});

test.each([0, -1, 1.5, 2_147_483_648, "1", null])("%j is no id in JSON", (id) => {
	expect(rowId.safeParse(id).success).toBe(false);
});

test("a list has only ids, and at most the allowed number", () => {
	expect(rowIdsText(3).parse("3,1,2147483647")).toEqual([3, 1, 2_147_483_647]);
	for (const text of ["", "1,", ",1", "1,,2", "1,0", "1,2,3,4"])
		expect(rowIdsText(3).safeParse(text).success).toBe(false);
});
