import { expect, test } from "vitest";
import { readUtm, writeUtm } from "./utm.ts";

const NONE = { source: "", medium: "", campaign: "", term: "", content: "" };

test.each([
	["https://example.com/a", { source: "news" }, "https://example.com/a?utm_source=news"],
	["https://example.com/a?", { source: "news" }, "https://example.com/a?utm_source=news"],
	[
		"https://example.com/a?x=%2F+y#part",
		{ medium: "e mail&" },
		"https://example.com/a?x=%2F+y&utm_medium=e%20mail%26#part",
	],
	[
		"https://example.com/?utm_source=a&x=1",
		{ source: "b", term: "t" },
		"https://example.com/?utm_source=b&x=1&utm_term=t",
	],
	["https://example.com/?x=1&utm_source=a&utm_source=c&y", { source: "b" }, "https://example.com/?x=1&utm_source=b&y"],
	["https://example.com/?utm_source=a#p", { source: "" }, "https://example.com/#p"],
	["https://example.com/?x&utm_source=a", { source: "", medium: "" }, "https://example.com/?x"],
	["https://example.com/?x&utm_source=a", {}, "https://example.com/?x&utm_source=a"],
	["https://example.com/??utm_source=a", { source: "" }, "https://example.com/??utm_source=a"],
	["https://example.com/#?utm_source=a", { campaign: "ü" }, "https://example.com/?utm_campaign=%C3%BC#?utm_source=a"],
])("%s with %j is %s (P188)", (address, values, written) => {
	expect(writeUtm(address, values)).toBe(written);
	for (const [field, value] of Object.entries(values)) expect(readUtm(written)).toMatchObject({ [field]: value });
});

test("what an address says is read, and nothing from behind its #", () => {
	expect(readUtm("https://example.com/?utm_source=a+b&utm_term=%C3%BC#&utm_medium=x")).toEqual({
		...NONE,
		source: "a b",
		term: "ü",
	});
	expect(readUtm("")).toEqual(NONE);
});

test("all of it is written in one order", () => {
	const all = { content: "5", term: "4", campaign: "3", medium: "2", source: "1" };
	const written = "https://e.example/?utm_source=1&utm_medium=2&utm_campaign=3&utm_term=4&utm_content=5";
	expect(writeUtm("https://e.example/", all)).toBe(written);
	expect(writeUtm(written, NONE)).toBe("https://e.example/");
});
