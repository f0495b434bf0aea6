import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalAddress, expressionsOf, hashesOf } from "./address-hashes.ts";

describe("P392: an address as Web Risk writes it", () => {
	// The examples of its documentation, "Hashing URLs".
	it.each([
		["http://host/%25%32%35", "http://host/%25"],
		["http://host/%25%32%35%25%32%35", "http://host/%25%25"],
		["http://host/%2525252525252525", "http://host/%25"],
		["http://host/asdf%25%32%35asd", "http://host/asdf%25asd"],
		["http://host/%%%25%32%35asd%%", "http://host/%25%25%25asd%25%25"],
		["http://www.google.com/", "http://www.google.com/"],
		[
			"http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/",
			"http://168.188.99.26/.secure/www.ebay.com/",
		],
		[
			"http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/",
			"http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdataxplimnbqmn-xplmvalidateinfoswqpcmlx=hgplmcx/",
		],
		[
			"http://host%23.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B",
			"http://host%23.com/~a!b@c%23d$e%25f^00&11*22(33)44_55+",
		],
		["http://3279880203/blah", "http://195.127.0.11/blah"],
		["http://www.google.com/blah/..", "http://www.google.com/"],
		["www.google.com/", "http://www.google.com/"],
		["www.google.com", "http://www.google.com/"],
		["http://www.evil.com/blah#frag", "http://www.evil.com/blah"],
		["http://www.GOOgle.com/", "http://www.google.com/"],
		["http://www.google.com.../", "http://www.google.com/"],
		["http://www.google.com/foo\tbar\rbaz\n2", "http://www.google.com/foobarbaz2"],
		["http://www.google.com/q?", "http://www.google.com/q?"],
		["http://www.google.com/q?r?", "http://www.google.com/q?r?"],
		["http://www.google.com/q?r?s", "http://www.google.com/q?r?s"],
		["http://evil.com/foo#bar#baz", "http://evil.com/foo"],
		["http://evil.com/foo;", "http://evil.com/foo;"],
		["http://evil.com/foo?bar;", "http://evil.com/foo?bar;"],
		["http://%01%80.com/", "http://%01%80.com/"],
		["http://notrailingslash.com", "http://notrailingslash.com/"],
		["http://www.gotaport.com:1234/", "http://www.gotaport.com/"],
		["  http://www.google.com/  ", "http://www.google.com/"],
		["http:// leadingspace.com/", "http://%20leadingspace.com/"],
		["http://%20leadingspace.com/", "http://%20leadingspace.com/"],
		["%20leadingspace.com/", "http://%20leadingspace.com/"],
		["https://www.securesite.com/", "https://www.securesite.com/"],
		["http://host.com/ab%23cd", "http://host.com/ab%23cd"],
		["http://host.com//twoslashes?more//slashes", "http://host.com/twoslashes?more//slashes"],
		// Beyond its examples.
		["http://user:secret@host.com:80/", "http://host.com/"],
		["http://0x12.0x43.0x44.0x01/a/./b/../c", "http://18.67.68.1/a/c"],
		["http://..host..com../", "http://host.com/"],
		["http://[2001:470:1:18::114]:80/", "http://[2001:470:1:18::114]/"],
		["HTTPS://host.com?a=1", "https://host.com/?a=1"],
		["http://host/%2%35%%341%zz%2", "http://host/%25A%25zz%252"],
		["http://host.com/é", "http://host.com/%C3%A9"],
	])("%j is %s", (address, canonical) => {
		expect(canonicalAddress(address)).toBe(canonical);
	});

	it.each(["", "http://", "http:///blah", "/blah", "?query", "#ref"])("%j has no host", (address) => {
		expect([canonicalAddress(address), hashesOf(address)]).toEqual([null, []]);
	});
});

describe("P392: what is hashed of an address", () => {
	it.each([
		[
			"http://a.b.c/1/2.html?param=1",
			[
				"a.b.c/1/2.html?param=1",
				"a.b.c/1/2.html",
				"a.b.c/",
				"a.b.c/1/",
				"b.c/1/2.html?param=1",
				"b.c/1/2.html",
				"b.c/",
				"b.c/1/",
			],
		],
		["http://1.2.3.4/1/2/3/4/5/", ["1.2.3.4/1/2/3/4/5/", "1.2.3.4/", "1.2.3.4/1/", "1.2.3.4/1/2/", "1.2.3.4/1/2/3/"]],
		["http://a.b/?", ["a.b/"]],
		["http://b/", ["b/"]],
	])("of %s", (address, expressions) => {
		expect(expressionsOf(address)).toEqual(expressions);
	});

	it("the host itself, and the domains of its last parts", () => {
		const hosts = expressionsOf("http://a.b.c.d.e.f.g.h.i/").map((expression) => expression.slice(0, -1));
		expect(hosts).toEqual([
			"a.b.c.d.e.f.g.h.i",
			"c.d.e.f.g.h.i",
			"d.e.f.g.h.i",
			"e.f.g.h.i",
			"f.g.h.i",
			"g.h.i",
			"h.i",
		]);
	});

	it("by SHA-256", () => {
		expect(hashesOf("https://b.c/")).toEqual([createHash("sha256").update("b.c/").digest()]);
		// Of FIPS 180-2 and the documentation: the hash of "abc".
		expect(createHash("sha256").update("abc").digest("hex").slice(0, 8)).toBe("ba7816bf");
	});

	it("takes a moment for an address that is made of escapes", () => {
		const address = `http://host/%${"25".repeat(100_000)}41`;
		const before = process.cpuUsage();
		expect(canonicalAddress(address)).toBe("http://host/A");
		expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
	});
});
