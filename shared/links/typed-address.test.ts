import { expect, it } from "vitest";
import { withScheme } from "./target-url.ts";

it.each([
	["example.com", "https://example.com"],
	[" example.com/page?a=b#c ", "https://example.com/page?a=b#c"],
	["www.example.co.uk:8080/x", "https://www.example.co.uk:8080/x"],
	["example.com.", "https://example.com."],
	["münchen.example/ü", "https://münchen.example/ü"],
	["例え.テスト", "https://例え.テスト"],
	["example.com?x", "https://example.com?x"],
	["https://example.com", "https://example.com"],
	["HTTP://example.com", "HTTP://example.com"],
	["//example.com", "//example.com"],
	["mailto:ada@example.com", "mailto:ada@example.com"],
	["ada@example.com", "ada@example.com"],
	["javascript:alert(1)", "javascript:alert(1)"],
	["localhost", "localhost"],
	["localhost:3000/a.b", "localhost:3000/a.b"],
	["example", "example"],
	["a sentence. And another.", "a sentence. And another."],
	["end.", "end."],
	[".com", ".com"],
	["a..com", "a..com"],
	["3.14", "3.14"],
	["\\\\server\\a.example", "\\\\server\\a.example"],
	["\u200bexample.com/a\u00adb\u2060", "https://example.com/ab"],
	["", ""],
])("%j becomes %j", (typed, expected) => {
	expect(withScheme(typed)).toBe(expected);
});
