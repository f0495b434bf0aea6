import { describe, expect, test } from "vitest";
import { pathOf } from "#server/platform/http/http-server.ts";
import { isGoRequest, readGoPath, readPathOnDomain, sizeReportPath } from "./go-path.ts";

const VIEW_ID = "0192f0c4-7a3b-7c21-8f00-0123456789ab";
const MAX = "x".repeat(20);
const link = (userSlug: string, linkSlug: string, search = "") => ({ kind: "link", userSlug, linkSlug, search });
const size = (search = "") => ({ kind: "size", viewId: VIEW_ID, search });
const trust = (userSlug: string, linkSlug: string) => ({ kind: "trust", userSlug, linkSlug });
const missing = { kind: "missing" };
const malformed = { kind: "malformed" };

test.each([
	["/go/ada/launch", link("ada", "launch")],
	["/go/Ada/Launch_2-x/", link("Ada", "Launch_2-x")],
	[`/go/${MAX}/${MAX}`, link(MAX, MAX)],
	["/go/ada/launch?v=2&a=b?c", link("ada", "launch", "?v=2&a=b?c")],
	["/go/ada/launch/?", link("ada", "launch", "?")],
	["/go/ada/launch#part?x", link("ada", "launch")],
	["/go/ada/launch?a=1#part?x", link("ada", "launch", "?a=1")],
	["/go/ada/launch?a=%", link("ada", "launch", "?a=%")],
	["/go/%61da/l%61unch", link("ada", "launch")],
	[`/go/~size/${VIEW_ID}`, size()],
	[`/go/~size/${VIEW_ID}?w=1&h=2`, size("?w=1&h=2")],
	["/go/Ada/Launch+", trust("Ada", "Launch")],
	["/GO//ada/l%61unch%2b/?v=2", trust("ada", "launch")],
	["/go/ada/launch+).&fbclid=a", trust("ada", "launch")],
	["/go/ada/launch+%E3%80%82", trust("ada", "launch")],
	["/go/ada/launch++", missing],
	["/go/ada+/launch", missing],
	["/go/ada/launch+x", missing],
	["/go/ada/launch.+", missing],
	["/go/ada/la+unch", missing],
	["/go/ada/launch%252B", missing],
	["/", missing],
	["/go", missing],
	["/go/", missing],
	["/go/ada", missing],
	["/go/ada/", missing],
	["/go/ada/launch/x", missing],
	["//x/ada/launch", missing],
	["/go/ada/launch.x", missing],
	["/go/ada/launch%20x", missing],
	["/go/ada/launch%00", missing],
	["/go/ada/launch%2F", missing],
	["/go/ada./launch", missing],
	["/go/ada/.", missing],
	["/go/ada/&fbclid=a", missing],
	[`/go/ada/${MAX}x.`, missing],
	[`/go/ada/launch${".".repeat(3_000)}`, missing],
	["/x/go/ada/launch", missing],
	["x/go/ada/launch", missing],
	["/?/go/ada/launch", missing],
	[`/go/${MAX}x/launch`, missing],
	[`/go/ada/${MAX}x`, missing],
	["/go/a.da/launch", missing],
	["/go/ada/la.unch", missing],
	["/go/ada/%00", missing],
	["/go/ada%2Flaunch", missing],
	["/go/ada/la%2Funch", missing],
	["/go%2Fada/launch", missing],
	["/go/ada/launch%3Fa=1", missing],
	[`/x/go/~size/${VIEW_ID}`, missing],
	[`/go/~size/${VIEW_ID}0`, missing],
	[`/go/~size/${VIEW_ID.slice(1)}`, missing],
	[`/go/~size/${VIEW_ID.toUpperCase()}`, missing],
	["/go/%", malformed],
	["/go/ada/%", malformed],
	["/go/%/launch", malformed],
	["/go/ada/%E0%A4", malformed],
])("%s asks for %j", (target, expected) => {
	expect(readGoPath(target)).toEqual(expected);
});

describe("what was put around a link is left out (P125)", () => {
	test.each([...`.,;:!?)]}>"'*…”’»%\u00a0\u00ad\u200b\u200d\u2060\ufeff\``])("%j at its end", (mark) => {
		const escaped = mark === "%" ? mark : encodeURIComponent(mark);
		const asBytes = Buffer.from(mark).toString("latin1");
		for (const end of [escaped, asBytes, `/${escaped}`, `${escaped}/`, `)${escaped}.`]) {
			// A question mark as it stands begins a query.
			if (!end.includes("?")) expect(readGoPath(`/go/ada/Launch${end}`), end).toEqual(link("ada", "Launch"));
		}
	});

	test.each([
		["/go/ada/launch%20", link("ada", "launch")],
		["/go/ada/launch%3F", link("ada", "launch")],
		["/go/ada/launch%E2%80", link("ada", "launch")],
		["/go/ada/launch%E2%8", link("ada", "launch")],
		["/go/ada/launch&fbclid=a%20b", link("ada", "launch", "?fbclid=a%20b")],
		["/go/ada/launch&fbclid=a&amp;b=c", link("ada", "launch", "?fbclid=a&b=c")],
		["/go/ada/launch.&fbclid=a?v=2&b", link("ada", "launch", "?fbclid=a&v=2&b")],
		["/go/ada/launch&fbclid=a?", link("ada", "launch", "?fbclid=a")],
		["/go/ada/launch&", link("ada", "launch")],
		["/go/ada/launch&nbsp;", link("ada", "launch")],
		["/go/ada/launch.?v=2#x", link("ada", "launch", "?v=2")],
		["//go/ada/launch", link("ada", "launch")],
		["/go//ada///launch//", link("ada", "launch")],
		["/GO/ada/launch", link("ada", "launch")],
		["//Go//ada/Launch).?a=1", link("ada", "Launch", "?a=1")],
		[`/go/ada/${MAX}.`, link("ada", MAX)],
		["/go/ada/launch,and", link("ada", "launch")],
		["/go/ada/launch's%20page/x", link("ada", "launch")],
		["/go/ada/launch](https://a.example/b", link("ada", "launch")],
		["/go/ada/launch.)%20Next", link("ada", "launch")],
	])("%s asks for %j", (target, expected) => {
		expect(readGoPath(target)).toEqual(expected);
	});
});

describe("a slug ends before the first character outside ASCII (P291)", () => {
	test.each([..."\u2069\u202c“‘«。、）」】？！，؟،।՝־・～のжα가أ🎉é\u0131ſ\u212a"])("%j", (mark) => {
		const asBytes = Buffer.from(mark).toString("latin1");
		for (const written of [encodeURIComponent(mark), encodeURIComponent(mark).toLowerCase(), asBytes, mark]) {
			for (const end of [
				written,
				`${written}x/y.html`,
				`.${written}`,
				`/${written}%20%00`,
				`,${written.repeat(3_000)}`,
			]) {
				expect(readGoPath(`/go/ada/Launch${end}`), end).toEqual(link("ada", "Launch"));
				expect(readGoPath(`/go/ada/Launch${end}?v=2`), end).toEqual(link("ada", "Launch", "?v=2"));
			}
			expect(readGoPath(`/go/ada/Launch${written}&fbclid=a`)).toEqual(link("ada", "Launch", "?fbclid=a"));
			expect(readGoPath(`/go/ad${written}a/launch`)).toEqual(missing);
			expect(readGoPath(`/go/ada/${written}`)).toEqual(missing);
		}
	});

	test("in any encoding", () => {
		// 。 in GBK and in Shift JIS.
		for (const end of ["%A1%A3", "%81%42", "%81B"]) expect(readGoPath(`/go/ada/x${end}`)).toEqual(link("ada", "x"));
	});
});

describe("on an account's own domain (P637)", () => {
	test.each([
		["/Launch", link("ada", "Launch")],
		["/launch/?a=1#x", link("ada", "launch", "?a=1")],
		["//launch).", link("ada", "launch")],
		["/l%61unch%20", link("ada", "launch")],
		["/launch。と", link("ada", "launch")],
		["/launch&fbclid=a", link("ada", "launch", "?fbclid=a")],
		["/launch](https://go.brand.example/launch)", link("ada", "launch")],
		["/go/ada/launch", link("ada", "launch")],
		["//GO/bob//launch,", link("bob", "launch")],
		["/go", link("ada", "go")],
		["/go/?a=1", link("ada", "go", "?a=1")],
		["/launch+", trust("ada", "launch")],
		["/go/bob/launch%2b", trust("bob", "launch")],
		[`/go/~size/${VIEW_ID}?w=1`, size("?w=1")],
		["/", { kind: "root" }],
		["//?a=1", { kind: "root" }],
		["#x", { kind: "root" }],
		["?a=1", { kind: "root" }],
		["/launch/x", missing],
		["/launch.html", missing],
		["/go/ada", missing],
		["/robots.txt", missing],
		["/api/links", missing],
		["launch", missing],
		["b/launch", missing],
		["*", missing],
		[`/~size/${VIEW_ID}`, missing],
		["/%", malformed],
		["/%/launch", malformed],
	])("%s asks for %j", (target, expected) => {
		expect(readPathOnDomain(target, "ada")).toEqual(expected);
	});
});

test("the size of a window is reported where it is looked for", () => {
	expect(readGoPath(sizeReportPath(VIEW_ID))).toEqual(size());
});

describe("the path of a request target", () => {
	test.each([
		["/go/a?b=http://c/d", "/go/a?b=http://c/d"],
		["http://localhost:3000/go/a?b", "/go/a?b"],
		["https://user@host", "/"],
		["http://host?a", "?a"],
		["xhttp://host/go/a", "xhttp://host/go/a"],
		["*", "*"],
		["", "/"],
	])("of %j is %j", (target, path) => {
		expect(pathOf(target)).toBe(path);
	});
});

test.each([
	["/go", true],
	["/go/", true],
	["/go/ada/launch", true],
	["/go?a=1", true],
	["/go#a", true],
	["/", false],
	["/gopher", false],
	["//go/ada", true],
	["/GO/ada", true],
	["/Go", true],
	["//gopher", false],
	["/x/go/", false],
	["/x/go", false],
	["/?/go/", false],
])("%s belongs to the public link: %s", (target, expected) => {
	expect(isGoRequest(target)).toBe(expected);
});
