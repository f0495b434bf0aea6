import { describe, expect, it } from "vitest";
import { cutAt, freeFields, textsOf } from "./prefill-fields.ts";

describe("a text that is too long", () => {
	it.each([
		["as long as it may be", 20, "as long as it may be"],
		["a little longer than it may be", 20, "a little longer…"],
		["ends with a word, and more", 21, "ends with a word…"],
		["Donaudampfschifffahrtsgesellschaft", 20, "Donaudampfschifffah…"],
		["安静的海滩漫步安静的海滩漫步", 8, "安静的海滩漫步…"],
		["👩‍🚀👩‍🚀👩‍🚀👩‍🚀", 12, "👩‍🚀👩‍🚀…"],
		["", 5, ""],
	])("%j in %i: %j", (text, most, expected) => {
		expect(cutAt(text, most)).toBe(expected);
		expect(cutAt(text, most).length).toBeLessThanOrEqual(most);
	});
});

it("gives fields what the page says, within the form's limits, and nothing where it says nothing", () => {
	expect(textsOf({ title: "word ".repeat(30), description: "" })).toEqual({
		title: `${"word ".repeat(12).trim()}…`,
	});
	expect(textsOf({ title: "", description: "Short" })).toEqual({ description: "Short" });
});

describe("a field may be filled unasked", () => {
	const page = { title: "Theirs", description: "Theirs, too" };
	const empty = { title: "", description: " " };
	const typed = { title: "Mine", description: "Mine, too" };
	it.each([
		["not with text of one's own", typed, {}, []],
		["while it is empty", empty, {}, ["title", "description"]],
		["while it holds what a page gave", typed, { title: "Mine" }, ["title"]],
		["not where it was emptied of the same words", empty, page, []],
		["where it was emptied of other words", empty, { title: "Another's" }, ["title", "description"]],
	])("%s", (_when, values, given, expected) => {
		expect(freeFields(values, given, page)).toEqual(expected);
	});
});
