import { describe, expect, it } from "vitest";
import { comparedText, compatible, fold } from "./fold.ts";

/** All code points that a text can have. */
const CHARACTERS = Array.from({ length: 0x11_0000 }, (_, code) => code)
	.filter((code) => code < 0xd800 || code > 0xdfff)
	.map((code) => String.fromCodePoint(code));

describe("a text is compared at no more than three times its length (P456)", () => {
	it.each(Object.entries({ compatible, fold }))("%s", (_, compare) => {
		const longer = CHARACTERS.filter((character) => compare(character).length > 3 * character.length);
		expect(longer.map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
	});

	it("the longest phrase of one character is no text, and words around it are read", () => {
		expect(comparedText(`PayPal${"\ufdfa".repeat(160)}login`)).toBe(" paypal login ");
	});

	it("letters that only look different are still read", () => {
		expect(comparedText("🄿🄰🅈🄿🄰🄻 𝔏𝔬𝔤𝔦𝔫 ﬁrst Ⅳ")).toBe(" paypal login first iv ");
	});
});
