import { expect, it } from "vitest";
import { createLog } from "./log.ts";
import { visibleLine, visibleLines } from "./visible-text.ts";

const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n));

it.each<[string, string[]]>([
	["controls of a terminal", [...range(0, 8), ...range(10, 31), ...range(0x7f, 0x9f)]],
	["directions", ["\u061c", "\u200e", "\u200f", ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)]],
	["no width", ["\u00ad", "\u034f", ...range(0x200b, 0x200d), ...range(0x2060, 0x2064), "\ufeff", "\u180e", "\u3164"]],
	["line breaks", ["\n", "\r", "\u2028", "\u2029", "\u0085"]],
	["hidden letters and halves of characters", [...range(0xe0001, 0xe007f).filter((c) => /\p{Cf}/u.test(c)), "\ud83d"]],
])("P481: %s are written as in JSON", (_, characters) => {
	for (const character of characters) {
		const line = visibleLine(`a${character}b`);
		expect(line).toMatch(/^a(?:\\u[0-9a-f]{4})+b$/);
		expect(JSON.parse(`"${line}"`)).toBe(`a${character}b`);
	}
});

it("P481: what can be seen stays, and so do the breaks of several lines", () => {
	const seen = "Ünïcödé\tשלום العربية 日本語 ❤️ 👍🏽 e\u0301 \u00a0|";
	expect(visibleLine(seen)).toBe(seen);
	expect(visibleLines("one\ntwo\u009b31m")).toBe("one\ntwo\\u009b31m");
});

it("P481: a line of the log is JSON without anything that can't be seen", () => {
	const lines: string[] = [];
	const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });
	const fields = { path: "/a\u009b31m\u202e\u2028", err: new Error("no \u0090 \u2067 file") };
	log.warn(fields, "one\ntwo\u200b");
	expect(lines.join("")).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+\n$/u);
	expect(JSON.parse(lines[0] ?? "")).toMatchObject({ path: fields.path, msg: "one\ntwo\u200b" });
});
