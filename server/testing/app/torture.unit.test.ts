import { expect, it } from "vitest";
import { readShare, roundsOf } from "./torture.ts";

it.each([
	["nothing", undefined, 2],
	["all", "1", 50],
	["a tenth", "0.1", 5],
	["the least", "0.0001", 1],
])("asked for %s of 50 rounds, or 2 in short", (_, asked, wanted) => {
	expect(roundsOf(readShare(asked), { long: 50, short: 2 })).toBe(wanted);
});

it.each(["", "0", "-1", "1.1", "10", "long", "NaN"])("a share of %j is refused", (asked) => {
	expect(() => readShare(asked)).toThrow(`TORTURE is a share above 0 and up to 1, not ${JSON.stringify(asked)}.`);
});
