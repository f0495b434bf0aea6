import { describe, expect, it } from "vitest";
import { changedLinks, linkChanges, linkOverview, linkSearch, tagName } from "./link-list.ts";

/** The first field that a schema refuses, or "ok". */
function refusedField(schema: typeof linkSearch | typeof linkChanges, value: unknown): unknown {
	const { error } = schema.safeParse(value);
	return error ? error.issues[0]?.path[0] : "ok";
}

describe("a tag (P172)", () => {
	it.each([
		["as it was written", "Summer 2027", "Summer 2027"],
		["without spaces around it", "  summer ", "summer"],
		["with single spaces within", "summer   of  love", "summer of love"],
		["of 1 character", "x", "x"],
		["of 30 characters", "x".repeat(30), "x".repeat(30)],
		["of 30 between spaces", ` ${"x".repeat(30)} `, "x".repeat(30)],
		["of 15 emoji, 30 units", "🙂".repeat(15), "🙂".repeat(15)],
		["with dots", "v1.0..2", "v1.0..2"],
		["of three dots", "...", "..."],
	])("is kept %s", (_, written, kept) => {
		expect(tagName.parse(written)).toBe(kept);
	});

	it.each<[string, unknown]>([
		["empty", ""],
		["blank", "   "],
		["of 31 characters", "x".repeat(31)],
		["of 16 emoji, 32 units", "🙂".repeat(16)],
		["with a comma", "a,b"],
		["with nothing to see", "\u200b\t"],
		["this folder in an address", "."],
		["the folder above in an address", ".."],
		["the folder above between spaces", " .. "],
		["no text", 7],
	])("is none where it is %s", (_, written) => {
		const { error } = tagName.safeParse(written);
		expect(new Set(error?.issues.map(({ message }) => message))).toEqual(
			new Set(["A tag has 1 to 30 characters, and no comma"]),
		);
	});
});

describe("what is searched for (P171)", () => {
	it("may have been copied from a table", () => {
		expect(linkSearch.parse({ q: "summer\tsale\r\n " }).q).toBe("summer sale   ");
	});

	it("is every link that is not archived, the newest first, where nothing is said", () => {
		expect(linkSearch.parse({})).toEqual({ q: "", sort: "newest" });
	});

	it.each([
		{ q: "summer", sort: "people", filter: "expired", tag: "Lisbon" },
		{ q: "x".repeat(200), sort: "newest" },
		{ q: "", sort: "seen", tag: "x".repeat(30) },
		{ q: "", sort: "bots", filter: "archived" },
		{ q: "", sort: "newest", filter: "disabled" },
		{ q: "", sort: "newest", filter: "no-picture" },
	])("may be %j", (query) => {
		expect(linkSearch.parse({ ...query, page: "2" })).toEqual(query);
	});

	it.each<[string, Record<string, unknown>]>([
		["q", { q: "x".repeat(201) }],
		["q", { q: "a\u0000b" }],
		["q", { q: ["a", "b"] }],
		["sort", { sort: "oldest" }],
		["filter", { filter: "all" }],
		["tag", { tag: "x".repeat(31) }],
		["tag", { tag: "a\u0000b" }],
	])("is refused for its %s: %j", (field, query) => {
		expect(refusedField(linkSearch, query)).toBe(field);
	});
});

describe("a change of several links at once (P174)", () => {
	const some = (length: number) => Array.from({ length }, (_, n) => n + 1);

	it.each(["archive", "unarchive", "delete", "restore"])("%s wants ids, and no more", (change) => {
		expect(linkChanges.parse({ change, ids: [3, 1], tag: "x" })).toEqual({ change, ids: [3, 1] });
	});

	it.each(["tag", "untag"])("%s wants a tag besides", (change) => {
		expect(linkChanges.parse({ change, ids: [3, 1], tag: " summer " })).toEqual({ change, ids: [3, 1], tag: "summer" });
		expect(refusedField(linkChanges, { change, ids: [3, 1] })).toBe("tag");
		expect(refusedField(linkChanges, { change, ids: [3, 1], tag: "a,b" })).toBe("tag");
	});

	it.each(["copy", "", undefined])("%j is none", (change) => {
		expect(refusedField(linkChanges, { change, ids: [1] })).toBe("change");
	});

	it.each<[string, unknown, string]>([
		["one link", [1], "ok"],
		["500 links", some(500), "ok"],
		["501 links", some(501), "ids"],
		["no link", [], "ids"],
		["no list", 1, "ids"],
		["the greatest id that the database has", [2_147_483_647], "ok"],
		["a greater one", [2_147_483_648], "ids"],
		["the id 0", [0], "ids"],
		["half an id", [1.5], "ids"],
		["an id as text", ["1"], "ids"],
	])("names its links: %s", (_, ids, expected) => {
		expect(refusedField(linkChanges, { change: "archive", ids })).toBe(expected);
		expect(refusedField(linkChanges, { change: "tag", ids, tag: "x" })).toBe(expected);
	});

	it("is answered by what was changed, and what could not be and why", () => {
		const answer = { changed: [1, 2], refused: [{ id: 3, message: "This custom URL is already taken" }] };
		expect(changedLinks.parse(answer)).toEqual(answer);
		expect(changedLinks.safeParse({ ...answer, refused: [{ id: 3 }] }).success).toBe(false);
		expect(changedLinks.safeParse({ refused: [] }).success).toBe(false);
	});
});

it("the answer to a search has its rows, and the totals and tags of the whole account", () => {
	const row = {
		id: 7,
		linkSlug: "sale",
		shortUrl: "https://visualink.example/go/ada/sale",
		domain: null,
		targetUrl: "https://example.com/",
		title: "Sale",
		description: "All of it",
		imageUrl: null,
		imageSource: null,
		viewsBot: 1,
		viewsHuman: 2,
		deleted: false,
		createdAt: "2027-01-01T00:00:00.000Z",
		deletedAt: null,
		tags: ["summer"],
		archived: false,
		lastSeenAt: null,
	};
	const answer = {
		ids: [7, 5],
		links: [row, { ...row, id: 5, topSource: "whatsapp", lastSeenAt: "2027-01-02T00:00:00.000Z" }],
		totals: { links: 3, archived: 1 },
		tags: [{ name: "summer", count: 2 }],
		readAt: "2027-01-03T00:00:00.000Z",
	};
	expect(linkOverview.parse(answer)).toEqual(answer);
	expect(linkOverview.parse({ ...answer, links: [{ ...row, salt: "x" }] }).links).toEqual([row]);
	for (const field of Object.keys(answer))
		expect(linkOverview.safeParse({ ...answer, [field]: undefined }).success).toBe(false);
});
