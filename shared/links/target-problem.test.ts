import { describe, expect, it } from "vitest";
import { targetProblem } from "./target-problem.ts";

const TWO = "There are two addresses in this field.";
const LINES = "It's broken over two lines. Paste it as one line.";
const SCHEME = "It must start with https:// or http://.";
const USER = "It can't include a user name or password.";
const SPACE = "There's a space in the website's name.";

describe("what is wrong with an address that was pasted (P458)", () => {
	it.each<[string, string | null]>([
		["https://example.com/", null],
		["  https://example.com/a\u00a0", null],
		["\u200bhttps://example.com/a\u2060", null],
		["\ufeffhttps://example.com/a\t\n", null],
		["https://example.com/My report.pdf", null],
		["https://web.archive.org/web/2024/https://example.com/", null],
		["https://example.com/?to=https://example.org/", null],
		["https://münchen.example/straße", null],
		["https://example.com/a https://example.com/b", TWO],
		["https://example.com/a, https://example.com/b", TWO],
		["https://example.com/a www.example.com", TWO],
		["https://example.com/a\nhttps://example.com/b", TWO],
		["https://example.com/a/very/\nlong/path", LINES],
		["https://example.com/a/very/\r\n  long/path", LINES],
		[`https://example.com/${"a".repeat(3_000)}`, "This one is 3,020 characters long; at most 2,048 fit."],
		[`https://example.com/${"é".repeat(400)}`, "This one is 2,420 characters long; at most 2,048 fit."],
		["example", SCHEME],
		["www.example.com", SCHEME],
		["ttps://example.com/", SCHEME],
		["mailto:ada@example.com", SCHEME],
		["ftp://example.com/file", SCHEME],
		["javascript:alert(1)", SCHEME],
		["https://ada:secret@example.com/", USER],
		["https://ada@example.com/", USER],
		["https://exa mple.com/", SPACE],
		["https:// example.com/", SPACE],
		["https://", ""],
		["https://example.com:99999/", ""],
		["", ""],
	])("%j: %j", (text, problem) => {
		expect(targetProblem(text)).toBe(problem);
	});
});
