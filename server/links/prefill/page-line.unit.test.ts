import { expect, it } from "vitest";
import { pageLine } from "./page-line.ts";

it.each([
	[" Summer\u00a0 \n sale\u200b", 300, "Summer sale"],
	["\u3164\u2060", 300, ""],
	["Summer \u202esale\u00ad", 300, "Summer sale"],
	["می\u200cخواهم", 300, "می\u200cخواهم"],
	["ab👩\u200d👩\u200d👧", 9, "ab"],
	["cafe\u0301", 4, "caf"],
	["Summer sale", 7, "Summer"],
])("of the page's text %j, at most %i units are %j", (text, most, line) => {
	expect(pageLine(text, most)).toBe(line);
});
