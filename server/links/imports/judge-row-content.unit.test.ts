import { describe, expect, test } from "vitest";
import type { RawRow } from "./csv/read-csv.ts";
import { judgeRow } from "./judge-row.ts";

const PUBLIC_ORIGIN = "https://visualink.example";
const LINKS_ORIGIN = "https://v.example";
const ownOrigins = [PUBLIC_ORIGIN, LINKS_ORIGIN];
const OWN_IMAGE = `/images/${"0".repeat(64)}.jpg`;
const FULL = { targetUrl: "https://example.com/a", title: "Title", description: "Text", imageUrl: OWN_IMAGE };
const judge = (cells: RawRow["cells"]) => judgeRow({ line: 7, cells }, { ownOrigins });
const content = (cells: RawRow["cells"]) => judge({ ...FULL, ...cells }).content;

test("a whole row is that link, and nothing is to be said", () => {
	const imageUrl = "https://pictures.example/a.jpg";
	const times = { startsAt: "2031-01-01T00:00:00Z", endsAt: "2031-02-01T00:00:00Z" };
	const told = { ...FULL, imageUrl, linkSlug: "summer", afterUrl: "https://example.com/late", tags: "a, b", ...times };
	expect(judge({ ...told, archivedAt: "yes" })).toEqual({
		line: 7,
		state: "create",
		note: null,
		content: {
			slug: "summer",
			targetUrl: "https://example.com/a",
			title: "Title",
			description: "Text",
			imageUrl,
			tags: ["a", "b"],
			startsAt: "2031-01-01T00:00:00.000Z",
			endsAt: "2031-02-01T00:00:00.000Z",
			afterUrl: "https://example.com/late",
			isArchived: true,
			lacks: [],
		},
	});
});

test("an address alone makes a link", () => {
	expect(judge({ targetUrl: "Example.com" })).toMatchObject({
		state: "create",
		note: "Title made from the address",
		content: {
			slug: "",
			targetUrl: "https://example.com/",
			title: "example.com",
			description: "example.com",
			imageUrl: null,
			tags: [],
			startsAt: null,
			endsAt: null,
			afterUrl: null,
			isArchived: false,
			lacks: ["title", "description", "imageUrl"],
		},
	});
	expect(judge({ targetUrl: "https://example.com/a/b?c#d" }).content.title).toBe("example.com/a/b");
});

test("a description that is missing is the title, and only what is missing is lacked", () => {
	expect(judge({ targetUrl: FULL.targetUrl, title: "Title" })).toMatchObject({
		note: null,
		content: { title: "Title", description: "Title", lacks: ["description", "imageUrl"] },
	});
	// The title is what was cut, and that is said once.
	expect(judge({ targetUrl: FULL.targetUrl, title: "x".repeat(170) }).note).toBe("Title cut to 60 characters");
});

test("a title is one line, a description may have several, and both end in … where they are cut", () => {
	expect(content({ title: " a\t\u0000\nb ", description: "x".repeat(161) })).toMatchObject({
		title: "a b",
		description: `${"x".repeat(159)}…`,
	});
	expect(content({ title: "x".repeat(60), description: "half \ud83d" })).toMatchObject({
		title: "x".repeat(60),
		description: "half \ufffd",
	});
});

test("all that was changed is said", () => {
	const { note } = judge({
		...FULL,
		title: "x".repeat(61),
		description: "x".repeat(161),
		imageUrl: "none",
		tags: "a,a",
	});
	expect(note).toBe(
		"Title cut to 60 characters. Description cut to 160 characters. Image left out. Some tags left out",
	);
});

/** Why an import leaves an image out (P436). */
const leftOut = (imageUrl: string) =>
	`Image left out${imageUrl.startsWith("http:") ? ": its address begins with http:, and pages only show https: images" : ""}`;

test.each([
	[`${PUBLIC_ORIGIN}${OWN_IMAGE}`, OWN_IMAGE],
	[`${LINKS_ORIGIN}${OWN_IMAGE}`, OWN_IMAGE],
	[OWN_IMAGE, OWN_IMAGE],
	["https://pictures.example/a.jpg", "https://pictures.example/a.jpg"],
	[`https://pictures.example/${"x".repeat(487)}`, `https://pictures.example/${"x".repeat(487)}`],
	[`https://pictures.example/${"x".repeat(488)}`, null],
	[`https://pictures.example/?${"&".repeat(97)}`, `https://pictures.example/?${"&".repeat(97)}`],
	[`https://pictures.example/?${"&".repeat(98)}`, null],
	["http://pictures.example/a.jpg", null],
	["no picture", null],
])("the picture %s", (imageUrl, kept) => {
	const { note, content } = judge({ ...FULL, imageUrl });
	expect([content.imageUrl, note]).toEqual([kept, kept === null ? leftOut(imageUrl) : null]);
	expect(content.lacks).toEqual(kept === null ? ["imageUrl"] : []);
});

test.each([
	["a,b;c|d", ["a", "b", "c", "d"], false],
	[" a , , b ,", ["a", "b"], false],
	["Shop,shop", ["shop"], true],
	[`a,${"x".repeat(200)}`, ["a"], true],
	["", [], false],
])("the tags %s", (tags, kept, isShort) => {
	const { note, content } = judge({ ...FULL, tags });
	expect([content.tags, note]).toEqual([kept, isShort ? "Some tags left out" : null]);
});

test("of many tags the first ones are kept", () => {
	const many = Array.from({ length: 50 }, (_, n) => `t${n}`);
	const { tags } = content({ tags: many.join(",") });
	expect(tags.length).toBeLessThan(50);
	expect(tags).toEqual(many.slice(0, tags.length));
});

test.each([
	["https://short.example/summer", "summer"],
	["https://short.example/go/ada/summer/?a=/b#c", "summer"],
	["short.example/summer#a/b", "summer"],
	["https://short.example/", ""],
	["short.example", ""],
])("the short address %s has the slug '%s'", (shortUrl, slug) => {
	expect(content({ shortUrl }).slug).toBe(slug);
	expect(content({ shortUrl, linkSlug: "own" }).slug).toBe("own");
});

test.each([
	...["yes", "YES", "true", "1"].map((text) => [text, true] as const),
	...["no", "yes please", "oh yes", "10", "21", ""].map((text) => [text, false] as const),
])("archived: '%s' is %s", (archived, isArchived) => {
	expect(content({ archivedAt: archived }).isArchived).toBe(isArchived);
});

test.each([
	["http://10.0.0.1/", ". It leads to a private network."],
	[`${PUBLIC_ORIGIN}/go/ada/x`, ". It leads to our own website."],
	[`${LINKS_ORIGIN}/go/ada/x`, ". It leads to our own website."],
	["javascript:alert(1)", ". It doesn't begin with https:// or http://."],
	["", ""],
])("the target '%s' is none, and stands there as it was", (targetUrl, reason) => {
	const { state, note, content } = judge({ ...FULL, targetUrl });
	expect([state, note, content.targetUrl]).toEqual(["refused", `Please enter a valid URL${reason}`, targetUrl]);
});

test("what makes a row wrong is said instead of what was changed", () => {
	const { state, note, content } = judge({ targetUrl: "https://example.com/", linkSlug: "x".repeat(41) });
	expect([state, note]).toEqual(["refused", "Custom URL must be 20 characters or less"]);
	expect(content.slug).toBe(`${"x".repeat(39)}…`);
	expect(judge({ ...FULL, startsAt: "soon" }).note).toBe("Please enter a valid time");
	expect(judge({ title: "Title" })).toMatchObject({ state: "refused", content: { targetUrl: "", title: "Title" } });
});

describe("a cell of which only the beginning was read (P231)", () => {
	const cut = (field: keyof RawRow["cells"], cell: string) =>
		judgeRow({ line: 7, cells: { ...FULL, [field]: cell }, cut: [field] }, { ownOrigins });

	test("is no address, since the beginning could be another one", () => {
		expect(cut("targetUrl", "https://example.com/a")).toMatchObject({
			note: "Please enter a valid URL. It has more than 4,096 characters, and at most 2,048 fit.",
		});
		expect(cut("afterUrl", "https://example.com/a").state).toBe("refused");
		expect(cut("imageUrl", "https://pictures.example/a.jpg")).toMatchObject({
			state: "create",
			note: "Image left out",
			content: { imageUrl: null },
		});
		expect(cut("shortUrl", `https://short.example/${"x".repeat(4_000)}/summer`)).toMatchObject({
			note: "Custom URL must be 20 characters or less",
		});
	});

	test("is a text that was cut, and tags of which the last is left out", () => {
		expect(cut("title", `a${" ".repeat(4_000)}`).note).toBe("Title cut to 60 characters");
		expect(cut("description", `a${" ".repeat(4_000)}`).note).toBe("Description cut to 160 characters");
		expect(cut("tags", "one,two,thr")).toMatchObject({
			note: "Some tags left out",
			content: { tags: ["one", "two"] },
		});
	});
});

test("of a cell of commas only the beginning is looked at for tags", () => {
	const { note, content } = judge({ ...FULL, tags: `one${",".repeat(101)}two` });
	expect([content.tags, note]).toEqual([["one"], "Some tags left out"]);
	expect(judge({ ...FULL, tags: `one${",".repeat(99)}two` }).content.tags).toEqual(["one", "two"]);
});

test("takes an upload's address at a CDN of ours as the upload (P697)", () => {
	const path = `/images/${"0a".repeat(32)}.jpg`;
	const cells = { targetUrl: "https://example.com/", imageUrl: `https://images.example${path}` };
	const imageOf = (imageOrigins?: string[]) =>
		judgeRow({ line: 7, cells }, { ownOrigins, ...(imageOrigins && { imageOrigins }) }).content.imageUrl;
	expect([imageOf([...ownOrigins, "https://images.example"]), imageOf()]).toEqual([path, cells.imageUrl]);
});
