import { describe, expect, it, test } from "vitest";
import { beginningOf, cleanLine, cleanText } from "./plain-text.ts";

test.each([
	["abc", 4, "abc"],
	["abc", 3, "abc"],
	["abcd", 3, "abc"],
	["ab😀", 4, "ab😀"],
	["ab😀d", 3, "ab"],
	["ab\u{10000}", 3, "ab"],
	["ab\u{10ffff}", 3, "ab"],
	["a😀😀", 3, "a😀"],
	["ab\ud7ff\u{e000}", 3, "ab\ud7ff"],
	["ab\ud83d", 3, "ab"],
	["ab", Number.POSITIVE_INFINITY, "ab"],
])("of %j at most %d units are %j", (text, max, beginning) => {
	expect(beginningOf(text, max)).toBe(beginning);
});

describe("pasted text (P54)", () => {
	it.each([
		["  Summer sale\u00a0", "Summer sale"],
		["\u200bSummer\u2060", "Summer"],
		["\ufeffSummer\u200e", "Summer"],
		["\u2068Summer\u2069", "Summer"],
		["\u3000夏\u3000", "夏"],
		["\u3164\u2800Summer\uffa0", "Summer"],
		["Summer\tsale", "Summer sale"],
		["Summer\v\fsale", "Summer sale"],
		["Summer\r\nsale", "Summer sale"],
		["Summer\u0000sale\u0085now", "Summer sale now"],
		["Summer\u2028sale", "Summer\u2028sale"],
		["\u200e+351 912 345 678\u200f", "+351 912 345 678"],
		["Summer sale\u00ad", "Summer sale"],
		["\ufffcSummer sale\u2029", "Summer sale"],
		["Summer\u00a0sale", "Summer\u00a0sale"],
		["Sum\u00admer\u200bsale", "Sum\u00admer\u200bsale"],
		["\u200b\u2060\u200d\t\u00ad", ""],
		["\ufe0f\u034f\u{e0001}\u{e0100}\u180e", ""],
		[" \u2062\u3164\u1160 \u2800", ""],
		["👩\u200d👩\u200d👧 family", "👩\u200d👩\u200d👧 family"],
		["❤\ufe0f", "❤\ufe0f"],
		["葛\u{e0100}", "葛\u{e0100}"],
		["\u1820\u180b", "\u1820\u180b"],
		["🇵🇹\u200b", "🇵🇹"],
		[
			"🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
			"🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
		],
		["שלום \u200fABC\u200f עולם", "שלום \u200fABC\u200f עולם"],
		["می\u200cخواهم", "می\u200cخواهم"],
		["a  b", "a  b"],
	])("%j is the line %j", (text, line) => {
		expect(cleanLine(text)).toBe(line);
	});

	it.each([
		["a\r\nb", "a\nb"],
		["a\rb", "a\nb"],
		["\n\n a\n\nb \n", "a\n\nb"],
		["a\tb\u0000c", "a b c"],
		["Summer\vsale\r\n\r\nAll week", "Summer sale\n\nAll week"],
		["\u200b\n\u00a0", ""],
	])("%j is the text %j", (text, cleaned) => {
		expect(cleanText(text)).toBe(cleaned);
	});

	it("is cleaned at once, however much of it shows nothing", () => {
		const blank = "\u200b ".repeat(500_000);
		expect(cleanText(`${blank}a${blank}b`)).toBe(`a${blank}b`);
	});
});
