import { expect, test } from "vitest";
import { shownHost } from "./shown-host.ts";

const punycode = (host: string) => new URL(`https://${host}/`).hostname;

test.each([
	"example.com",
	"münchen.example",
	"łódź.example",
	"yağmur.example",
	"почта.example",
	"пример.рф",
	"παράδειγμα.example",
	"例え.テスト",
	"ラーメン.example",
	"中文.example",
	"한국.example",
	"उदाहरण.example",
	"ไทย.example",
	"shop24.müller.example",
])("%s is shown as it is written", (host) => {
	expect(shownHost(`https://${host}/a?b#c`)).toBe(host);
	expect(shownHost(`https://${host}:8443/`)).toBe(`${host}:8443`);
});

test.each([
	["Cyrillic that looks like Latin", "аррӏе.com"],
	["Greek that looks like Latin", "νιντ.com"],
	["Latin with a Cyrillic letter", "pаypal.com"],
	["Latin with a Greek letter", "gοogle.com"],
	["Latin with Katakana", "comノpath.example"],
	["Latin's dotless i", "gıthub.com"],
	["Latin of phonetics", "ɡoogle.com"],
	["Cherokee", "ꭺꭼ.example"],
	["Armenian", "հօո.example"],
	["digits of another script", "१२३.example"],
	["a script from right to left", "אבג.example"],
])("%s stays in punycode", (_, host) => {
	expect(punycode(host)).toContain("xn--");
	expect(shownHost(`https://${host}/`)).toBe(punycode(host));
});

test("each label is judged by itself, and what is no punycode stays", () => {
	const deceiving = punycode("аррӏе.example").split(".")[0];
	expect(shownHost(`https://аррӏе.münchen.example:81/`)).toBe(`${deceiving}.münchen.example:81`);
	expect(shownHost("http://[2001:db8::1]:8080/")).toBe("[2001:db8::1]:8080");
});
