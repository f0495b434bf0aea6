import { expect, test } from "vitest";
import { INVALID_TARGET } from "#shared/links/field-schemas.ts";
import type { RawRow } from "./csv/read-csv.ts";
import { judgeRow } from "./judge-row.ts";

const judge = (cells: RawRow["cells"]) =>
	judgeRow(
		{ line: 2, cells: { targetUrl: "https://example.com/", title: "Title", description: "Text", ...cells } },
		{ ownOrigins: ["https://visualink.example"] },
	);
/** What PostgreSQL stores neither in a text nor in JSON. */
const UNSTORABLE = /\p{Cc}|\p{Surrogate}/u;

test.each<[string, RawRow["cells"], string]>([
	["NUL in the slug", { linkSlug: "a\u0000" }, "Only letters, numbers, underscores and hyphens are allowed"],
	["an emoji where the slug is cut", { linkSlug: `${"x".repeat(39)}😀` }, "Custom URL must be 20 characters or less"],
	[
		"NUL in the target",
		{ targetUrl: "https://a\u0000b.example/" },
		`${INVALID_TARGET}. There's a tab or another control character in it.`,
	],
	[
		"an emoji where the target is cut",
		{ targetUrl: `javascript:${"x".repeat(2_036)}😀` },
		`${INVALID_TARGET}. It doesn't begin with https:// or http://.`,
	],
])("what is kept of a refused row can be stored: %s", (_, cells, note) => {
	const { state, content, note: told } = judge(cells);
	expect([state, told]).toEqual(["refused", note]);
	expect(`${content.slug}${content.targetUrl}`).not.toMatch(UNSTORABLE);
});

test.each([
	["spaces alone", { title: `A${" ".repeat(80)}title` }, "Spaces removed from the title"],
	["a title's end", { title: "x".repeat(61) }, "Title cut to 60 characters"],
	["line breaks alone", { description: `A${"\n".repeat(200)}text` }, "Spaces removed from the description"],
	["what nobody sees", { title: "\u200bTitle\u2060" }, "Invisible characters removed from the title"],
	["a description's end", { description: "x".repeat(161) }, "Description cut to 160 characters"],
])("a text was cut where something of it is missing, %s here", (_, cells, note) => {
	expect(judge(cells)).toMatchObject({ state: "create", note });
});

test("an export of ours is taken as it is, as far as the form takes it (P400)", () => {
	const cells = {
		targetUrl: "https://example.com/",
		title: "A  b",
		description: "one\n\n\n two",
		tags: "a;b|c, [d]",
	};
	const exact = judgeRow({ line: 2, cells }, { ownOrigins: ["https://visualink.example"], isExact: true });
	expect(exact).toMatchObject({ note: null, content: { ...cells, tags: ["a;b|c", "[d]"] } });
	expect(judge(cells)).toMatchObject({
		note: "Spaces removed from the title. Spaces removed from the description",
		content: { title: "A b", description: "one\n\n two".replace("\n two", "\ntwo"), tags: ["a", "b", "c", "[d]"] },
	});
	// A link of an earlier release may have what is cleaned now.
	const old = judgeRow(
		{ line: 2, cells: { ...cells, title: " A  b\t", description: "\u200bone\n\n\n two" } },
		{ ownOrigins: ["https://visualink.example"], isExact: true },
	);
	expect(old).toMatchObject({
		note: "Spaces removed from the title. Invisible characters removed from the description",
		content: { title: "A  b", description: "one\n\n\n two" },
	});
	const long = judgeRow(
		{ line: 2, cells: { ...cells, title: "x".repeat(61) } },
		{ ownOrigins: ["https://x.example"], isExact: true },
	);
	expect(long.note).toBe("Title cut to 60 characters");
});

test.each([
	[{ linkSlug: "own", customUrls: "bit.ly/b", shortUrl: "bit.ly/c" }, "own"],
	[{ customUrls: '["https://brand.example/sale","https://bit.ly/x"]', shortUrl: "https://bit.ly/c" }, "sale"],
	[{ customUrls: "[]", shortUrl: "https://bit.ly/c" }, "c"],
	[{ customUrls: "brand.example/sale, bit.ly/x", shortUrl: "bit.ly/c" }, "sale"],
])("of the addresses %j the chosen one names the slug", (cells, slug) => {
	expect(judge(cells).content.slug).toBe(slug);
});

test.each([
	["go.brand.com", "go.brand.com"],
	["\u200b https://GO.Brand.com./ ", "go.brand.com"],
	["go.bücher.de", "go.xn--bcher-kva.de"],
	["Visualink.example", null],
	["https://visualink.example/", null],
	["no domain\0", "no domain"],
	["\ud800.de", "\ufffd.de"],
	["x".repeat(300), `${"x".repeat(252)}…`],
])("the domain %j of a row is the host %s, null for ours (P626)", (domain, host) => {
	expect(judge({ domain, targetUrl: "https://example.com/" })).toMatchObject({
		state: "create",
		content: { domain: host },
	});
	expect(judge({ targetUrl: "https://example.com/" }).content).not.toHaveProperty("domain");
});

test.each([
	["an emoji at the cut", { title: `${"x".repeat(55)}👩\u200d👩\u200d👧` }, { title: `${"x".repeat(55)}…` }],
	["a slug of a word processor", { linkSlug: "\u00a0summer\u2013sale\u200b" }, { slug: "summer-sale" }],
	["an address", { targetUrl: "\u200bexample.com/a\u2060" }, { targetUrl: "https://example.com/a" }],
	["tags", { tags: "a\u200b,\u2060,b\tc" }, { tags: ["a", "b c"] }],
])("a row is cleaned as the form's fields are (P54): %s", (_, cells, content) => {
	expect(judge(cells).content).toMatchObject(content);
});

test.each([
	["https://example.com/a https://example.com/b", "There are two addresses in this field."],
	["https://example.com/a\nb", "It's broken over two lines. Paste it as one line."],
	["https://visualink.example/go/ada/x", "It leads to our own website."],
])("the target %j is refused as in the form (P458)", (targetUrl, reason) => {
	expect(judge({ targetUrl })).toMatchObject({ state: "refused", note: `${INVALID_TARGET}. ${reason}` });
});

test("tags may be a JSON list, half characters included (P401)", () => {
	expect(judge({ tags: '["a, b","Sale","\\ud83d"]' }).content.tags).toEqual(["Sale", "\ufffd"]);
	expect(judge({ tags: "[draft" }).content.tags).toEqual(["[draft"]);
});

test.each([
	["2031-01-01T00:00:00Z", "2031-01-01T00:00:00.000Z"],
	["2031-01-01T12:30:00.5+05:30", "2031-01-01T07:00:00.500Z"],
])("the time %s is a moment", (startsAt, moment) => {
	expect(judge({ startsAt })).toMatchObject({ state: "create", content: { startsAt: moment } });
});

test.each(["5", "2031-01-01T00:00:00", "1 May 2031", "1999-01-01T00:00:00Z", "soon"])(
	"the time %s is none",
	(endsAt) => {
		expect(judge({ endsAt })).toMatchObject({ state: "refused", note: "Please enter a valid time" });
	},
);

test("an address to lead to afterwards must be one", () => {
	const endsAt = "2031-01-01T00:00:00Z";
	expect(judge({ endsAt, afterUrl: "http://10.0.0.1/" }).note).toBe(
		"Please enter a valid URL to redirect to. It leads to a private network.",
	);
	expect(judge({ endsAt, afterUrl: "example.org" }).content.afterUrl).toBe("https://example.org/");
});
