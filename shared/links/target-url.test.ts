import { describe, expect, it } from "vitest";
import { parseWebAddress } from "./target-url.ts";

describe("a web address", () => {
	it.each([
		["https://example.com", "https://example.com/"],
		["http://example.com/a?b=c#d", "http://example.com/a?b=c#d"],
		["HTTPS://EXAMPLE.COM/Path", "https://example.com/Path"],
		["  https://example.com/  ", "https://example.com/"],
		["https://exa\nmple.com/a\tb", "https://example.com/ab"],
		["https:\\\\example.com\\a", "https://example.com/a"],
		["https://a\\b.com/@c", "https://a/b.com/@c"],
		["https:example.com", "https://example.com/"],
		["https://münchen.example/ü", "https://xn--mnchen-3ya.example/%C3%BC"],
		["https://example.com/%41%zz", "https://example.com/%41%zz"],
		["http://0x7f.1/", "http://127.0.0.1/"],
	])("%j is stored as %s", (text, href) => {
		expect(parseWebAddress(text)?.href).toBe(href);
	});

	it.each([
		"",
		"example.com",
		"/path",
		"//example.com",
		"https://",
		"javascript:alert(1)",
		"java\nscript:alert(1)",
		"\u0001javascript:alert(1)",
		"JaVaScRiPt://example.com/%0aalert(1)",
		"data:text/html,<script>alert(1)</script>",
		"vbscript:x",
		"file:///etc/passwd",
		"blob:https://example.com/1",
		"ftp://example.com/",
		"mailto:a@example.com",
		"about:blank",
		"ws://example.com/",
		"https://user@example.com/",
		"https://user:secret@example.com/",
		"https://:secret@example.com/",
		"https://exa mple.com/",
		"https://example.com:99999/",
		"https://example.com/\u0000",
		"https://example.com/\u001b[0m",
		"https://[::1",
	])("%j is none", (text) => {
		expect(parseWebAddress(text)).toBeNull();
	});

	it("may have 2048 characters once normalised, and no more", () => {
		const base = "https://example.com/";
		expect(parseWebAddress(base + "x".repeat(2048 - base.length))).not.toBeNull();
		expect(parseWebAddress(base + "x".repeat(2049 - base.length))).toBeNull();
		expect(parseWebAddress(base + "ü".repeat(1000))).toBeNull();
		expect(parseWebAddress(`${base}${"./".repeat(2000)}x`)?.href).toBe(`${base}x`);
	});
});
