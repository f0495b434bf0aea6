import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { destinationOf, versionQuery } from "./destination.ts";

test.each([
	["https://example.com/", "", "https://example.com/"],
	["https://example.com/", "?", "https://example.com/"],
	["https://example.com/a?b=1#part", "?utm_source=x", "https://example.com/a?b=1&utm_source=x#part"],
	["https://example.com/a?b=1", "?b=2&c=3", "https://example.com/a?b=1&c=3"],
	["https://example.com/a", "?v=2", "https://example.com/a"],
	["https://example.com/a", "?v=2&fbclid=A%20b", "https://example.com/a?fbclid=A%20b"],
	["https://example.com/a?v=own", "?v=2", "https://example.com/a?v=own"],
	["https://example.com/a", "?visualink_open=1.a", "https://example.com/a"],
	["https://example.com/a#part", "?c=1&visualink_open=1.a&visualink_open", "https://example.com/a?c=1#part"],
	["https://example.com/a", "?visualink%5Fopen=1.a&%76isualink_open=2", "https://example.com/a"],
	["https://example.com/a", "?q=1", "https://example.com/a"],
	["https://example.com/a#part", "?q=1&fbclid=x&v=2", "https://example.com/a?fbclid=x#part"],
	["https://example.com/a?q=shoes", "?q=1", "https://example.com/a?q=shoes"],
	["https://example.com/a", "?q=shoes&q=10", "https://example.com/a?q=shoes&q=10"],
	["https://example.com/a?x=%2F+%20", "?y=1", "https://example.com/a?x=%2F+%20&y=1"],
	["https://example.com/a??x", "?y=1", "https://example.com/a??x&y=1"],
	["https://example.com/a?", "?v=2", "https://example.com/a?"],
	["https://example.com/a", "?c", "https://example.com/a?c"],
	[
		"https://example.com/a",
		"?url=https://evil.example/&next=//evil",
		"https://example.com/a?url=https://evil.example/&next=//evil",
	],
	["https://example.com/a", '?c=\xe9"<>', "https://example.com/a?c=%C3%A9%22%3C%3E"],
	["https://example.com/a", "?&&=&c", "https://example.com/a?=&c"],
	["https://example.com/a?b=1", "?c&?v=2&%62=2&?b&d", "https://example.com/a?b=1&c&d"],
	["https://example.com/a?b=1", "??&&c&?&v=2&??b&=x&b", "https://example.com/a?b=1&?&c&?&??b&=x"],
])("%s with %s leads to %s", (target, search, destination) => {
	expect(destinationOf(target, search)).toBe(destination);
});

test("whatever a visitor adds: same origin and path, same fragment, header-safe", () => {
	const target = new URL("https://example.com/path;x?own=1#end");
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			const destination = destinationOf(target.href, `?${text.replaceAll("#", "")}`);
			const url = new URL(destination);
			expect([url.origin, url.pathname, url.hash]).toEqual([target.origin, target.pathname, target.hash]);
			expect(url.searchParams.get("own")).toBe("1");
			expect(destination).toMatch(/^[\x21-\x7e]+$/);
		}),
		{ numRuns: 2_000 },
	);
});

test("each of many parameters is judged as it is alone", () => {
	const target = "https://example.com/a?own=1&b%20c";
	const pair = fc.oneof(
		fc.string({ unit: fc.constantFrom(..."?=+%20bcv") }),
		fc.constantFrom("v", "own", "q=1", "b+c"),
	);
	fc.assert(
		fc.property(fc.array(pair), (pairs) => {
			const alone = pairs.map((text) => destinationOf(target, `?${text}`).slice(target.length)).join("");
			expect(destinationOf(target, `?${pairs.join("&")}`)).toBe(target + alone);
		}),
	);
});

test("thousands of parameters are read at once, with those of the target", () => {
	const has = vi.spyOn(URLSearchParams.prototype, "has");
	let read = 0;
	class Counted extends URLSearchParams {
		constructor(init: string) {
			super(init);
			read += 1;
		}
	}
	vi.stubGlobal("URLSearchParams", Counted);
	onTestFinished(() => {
		vi.unstubAllGlobals();
		has.mockRestore();
	});
	const pairs = "&a".repeat(8_000).slice(1);
	expect(destinationOf("https://example.com/?b=1", `?${pairs}`)).toBe(`https://example.com/?b=1&${pairs}`);
	expect([read, has.mock.calls.length]).toEqual([1, 0]);
});

test("a target without a visitor's parameters stays as it is stored, byte for byte", () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
			expect(destinationOf(new URL(url).href, "")).toBe(new URL(url).href);
		}),
		{ numRuns: 1_000 },
	);
});

test.each([
	["", ""],
	["?v=2", "?v=2"],
	["?v=", ""],
	["?a=1&v=x%22y", "?v=x%22y"],
	[`?v=${"9".repeat(64)}`, `?v=${"9".repeat(64)}`],
	[`?v=${"9".repeat(65)}`, ""],
])("%s is echoed as %s", (search, query) => {
	expect(versionQuery(search)).toBe(query);
});
