import fc from "fast-check";
import { expect, test } from "vitest";
import { destinationOf, versionQuery } from "./destination.ts";

test.each([
	["https://example.com/", "", "https://example.com/"],
	["https://example.com/", "?", "https://example.com/"],
	["https://example.com/a?b=1#part", "?utm_source=x", "https://example.com/a?b=1&utm_source=x#part"],
	["https://example.com/a?b=1", "?b=2&c=3", "https://example.com/a?b=1&c=3"],
	["https://example.com/a", "?v=2", "https://example.com/a"],
	["https://example.com/a", "?v=2&fbclid=A%20b", "https://example.com/a?fbclid=A%20b"],
	["https://example.com/a?v=own", "?v=2", "https://example.com/a?v=own"],
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

test("a target without a visitor's parameters stays as it is stored, byte for byte", () => {
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
			expect(destinationOf(new URL(url).href, "")).toBe(new URL(url).href);
		}),
		{ numRuns: 10_000 },
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
