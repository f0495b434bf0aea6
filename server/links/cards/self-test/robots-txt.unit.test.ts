import { describe, expect, it } from "vitest";
import { disallowingRule } from "./robots-txt.ts";

const isAllowed = (text: string, robot: string, path: string) =>
	disallowingRule(Buffer.from(text), robot, [path]) === null;
const rules = (...lines: string[]) => `User-agent: *\n${lines.join("\n")}\n`;

/** RFC 9309, 5.1. */
const SIMPLE = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`;

describe("robots.txt as RFC 9309 reads it (P294)", () => {
	it.each([
		["otherbot", "/a.gif", false],
		["otherbot", "/a.gif?b", true],
		["otherbot", "/example/", false],
		["otherbot", "/publications/", true],
		["otherbot", "/", true],
		["foobot", "/", false],
		["FooBot", "/publications/", false],
		["foobot", "/example/page.html", true],
		["foobot", "/example/allowed.gif", true],
		["barbot", "/example/page.html", false],
		["bazbot", "/example/page.html", false],
		["bazbot", "/a.gif", true],
		["quxbot", "/example/page.html", true],
	])("5.1: %s and %s", (robot, path, expected) => {
		expect(isAllowed(SIMPLE, robot, path)).toBe(expected);
	});

	it.each([
		[
			"5.2: the longest",
			"Allow: /example/page/\nDisallow: /example/page/disallowed.gif",
			"/example/page/disallowed.gif",
			false,
		],
		["5.2: the longest", "Allow: /example/page/\nDisallow: /example/page/disallowed.gif", "/example/page/", true],
		["of two, the one that allows", "Disallow: /go\nAllow: /go", "/go/a", true],
		["a star", "Disallow: /*/a", "/go/a", false],
		["two stars", "Disallow: /*a*b$", "/xaxxb", false],
		["two stars", "Disallow: /*a*b$", "/xaxxbc", true],
		["a star at the end", "Disallow: /go/*", "/go/", false],
		["an end", "Disallow: /go/a$", "/go/a", false],
		["an end", "Disallow: /go/a$", "/go/ab", true],
		["an end after a star", "Disallow: /*$", "/go/ab", false],
		["an end after a star, no part twice", "Disallow: /go/aba*ba$", "/go/aba", true],
		["a dollar within", "Disallow: /a$b", "/a$b", false],
		["2.2.2: an escaped letter", "Disallow: /%67o/", "/go/a", false],
		["2.2.2: an escaped letter in the path", "Disallow: /go/", "/%67o/a", false],
		["2.2.2: an escaped slash", "Disallow: /go%2fa", "/go/a", true],
		["2.2.2: case of an escape", "Disallow: /go%2fa", "/go%2Fa", false],
		["2.2.2: outside ASCII", "Disallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", false],
		["2.2.2: outside ASCII", "Disallow: /foo/bar/%e3%83%84", "/foo/bar/ツ", false],
		["no value", "Disallow:", "/go/a", true],
		["a comment", "Disallow: /go/ # cards", "/go/a", false],
		["a commented rule", "# Disallow: /go/", "/go/a", true],
		["case of the path", "Disallow: /GO/", "/go/a", true],
		["case of a name", "DISALLOW : /go/", "/go/a", false],
	])("%s: %j and %s", (_, text, path, expected) => {
		expect(isAllowed(rules(text), "anybot", path)).toBe(expected);
	});

	it.each([
		["CR alone", "User-agent: *\rDisallow: /go/\r"],
		["CRLF", "User-agent: *\r\nDisallow: /go/\r\n"],
		["a byte order mark", "\ufeffUser-agent: *\nDisallow: /go/"],
		["no last line end", "User-agent: *\nDisallow: /go/"],
		["a sitemap between", "User-agent: anybot\nSitemap: https://a.example/s.xml\nUser-agent: b\n\nDisallow: /go/"],
		[
			"two groups of one name",
			"User-agent: anybot\nAllow: /x\n\nUser-agent: b\nAllow: /\n\nUser-agent: AnyBot\nDisallow: /go/",
		],
		["a version behind the name", "User-agent: anybot/1.0\nDisallow: /go/"],
	])("%s forbids", (_, text) => expect(isAllowed(text, "anybot", "/go/a")).toBe(false));

	it.each([
		["rules without a group", "Disallow: /go/"],
		["a group of another name", "User-agent: any\nDisallow: /go/"],
		["a group of a longer name", "User-agent: anybot-images\nDisallow: /go/"],
		["its own group, without rules", "User-agent: *\nDisallow: /\n\nUser-agent: anybot"],
		["its own group goes before that of all", "User-agent: *\nDisallow: /\n\nUser-agent: anybot\nAllow: /"],
		["nothing", ""],
		["half a character", "User-agent: *\nDisallow: /\ud800"],
	])("%s allows", (_, text) => expect(isAllowed(text, "anybot", "/go/a")).toBe(true));

	it("names the rule, and reads the worst of patterns in time", () => {
		expect(disallowingRule(Buffer.from(rules("Disallow: /images/")), "x", ["/go/a", "/images/b"])).toBe(
			"Disallow: /images/",
		);
		const worst = rules(...Array(300).fill(`Disallow: /${"*a".repeat(700)}b$`));
		expect(isAllowed(worst, "x", `/${"a".repeat(2_000)}`)).toBe(true);
	});
});
