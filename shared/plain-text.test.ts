import { expect, test } from "vitest";
import { beginningOf } from "./plain-text.ts";

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
