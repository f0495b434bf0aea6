import { describe, expect, it } from "vitest";
import { editedRevision, linkForm, SLUG_AVAILABLE, SLUG_TAKEN } from "./link-form.ts";

const valid = { title: "A title", description: "A description", targetUrl: "https://example.com/" };
const IMAGE_TOO_LONG = "The image's address must be 512 characters or less";
const slugShape = "Only letters, numbers, underscores and hyphens are allowed";

/** The first message about the valid form with these fields changed, or "ok". */
function verdict(changes: Record<string, unknown>): string {
	const result = linkForm.safeParse({ ...valid, ...changes });
	return result.success ? "ok" : (result.error.issues[0]?.message ?? "");
}

describe("the link form", () => {
	it.each<[string, Record<string, unknown>, string]>([
		["no title", { title: undefined }, "Title is required"],
		["an empty title", { title: "" }, "Title is required"],
		["a blank title", { title: "  " }, "Title is required"],
		["a long blank title", { title: " ".repeat(61) }, "Title is required"],
		["a title of 60", { title: "x".repeat(60) }, "ok"],
		["a title of 61", { title: "x".repeat(61) }, "Title must be 60 characters or less"],
		["a title of 30 emoji, 60 units", { title: "🙂".repeat(30) }, "ok"],
		["a title of 31 emoji, 62 units", { title: "🙂".repeat(31) }, "Title must be 60 characters or less"],
		["a title with markup", { title: "<b>&amp;\u2028\u202e" }, "ok"],
		["two titles", { title: ["a", "b"] }, "Title is required"],
		["no description", { description: undefined }, "Description is required"],
		["an empty description", { description: "" }, "Description is required"],
		["a description of 160", { description: "x".repeat(160) }, "ok"],
		["a description of 161", { description: "x".repeat(161) }, "Description must be 160 characters or less"],
		["160 with browsers' newlines", { description: `${"x\r\n".repeat(79)}xx` }, "ok"],
		["a description with newlines", { description: "a\nb" }, "ok"],
		["no target", { targetUrl: undefined }, "Please enter a valid URL"],
		["no address", { targetUrl: "example" }, "Please enter a valid URL. It doesn't begin with https:// or http://."],
		[
			"a script",
			{ targetUrl: "javascript:alert(1)" },
			"Please enter a valid URL. It doesn't begin with https:// or http://.",
		],
		["no slug", { customLinkSlug: undefined }, "ok"],
		["an empty slug", { customLinkSlug: "" }, "ok"],
		["a slug of every allowed kind", { customLinkSlug: "aZ09_-" }, "ok"],
		["a slug of 20", { customLinkSlug: "x".repeat(20) }, "ok"],
		["a slug of 21", { customLinkSlug: "x".repeat(21) }, "Custom URL must be 20 characters or less"],
		["a slug with a space", { customLinkSlug: "a b" }, slugShape],
		["a slug with a slash", { customLinkSlug: "a/b" }, slugShape],
		["a slug with an umlaut", { customLinkSlug: "ä" }, slugShape],
		["a slug with NUL", { customLinkSlug: "a\u0000b" }, slugShape],
		["two slugs", { customLinkSlug: ["a", "b"] }, "Invalid input"],
		["no picture", { imageUrl: "" }, "ok"],
		["a picture of ours", { imageUrl: `/images/${"0a".repeat(32)}.jpg` }, "ok"],
		["a picture elsewhere", { imageUrl: "https://example.com/a.png" }, "ok"],
		[
			"a picture over http",
			{ imageUrl: "http://example.com/a.png" },
			"Images need an https: address. Upload this one instead.",
		],
		["a picture in the address", { imageUrl: "data:image/png;base64,AAAA" }, "Invalid input"],
		["a picture of the page", { imageUrl: "blob:https://example.com/1" }, "Invalid input"],
		["another path of ours", { imageUrl: "/images/../session-secret" }, "Invalid input"],
		["a picture's name with more after it", { imageUrl: `/images/${"0a".repeat(32)}.jpg/x` }, "Invalid input"],
		["two pictures", { imageUrl: ["https://example.com/a.png"] }, "Invalid input"],
		["a picture of 512", { imageUrl: `https://example.com/${"x".repeat(492)}` }, "ok"],
		["a picture of 513", { imageUrl: `https://example.com/${"x".repeat(493)}` }, IMAGE_TOO_LONG],
		["a picture of 512 in a page", { imageUrl: `https://example.com/xx${"&".repeat(97)}'` }, "ok"],
		["a picture of 513 in a page", { imageUrl: `https://example.com/xxx${"&".repeat(97)}'` }, IMAGE_TOO_LONG],
		["a picture of 513 once it is written out", { imageUrl: `https://example.com/x${"é".repeat(82)}` }, IMAGE_TOO_LONG],
		["an upload", { imageSource: "upload" }, "ok"],
		["a generated picture", { imageSource: "ai" }, "ok"],
		["another source", { imageSource: "camera" }, "Invalid input"],
	])("%s", (_, changes, expected) => {
		expect(verdict(changes)).toBe(expected);
	});

	it("says of a slug what the form promises", () => {
		expect(SLUG_TAKEN).toBe("This custom URL is already taken");
		expect(SLUG_AVAILABLE).toBe("Custom slug available");
	});

	it("cleans text as pasted, and drops what it does not know", () => {
		const slug = " summer\u2011sale\u200b";
		const form = {
			...valid,
			title: " A&B\tC\u200b",
			description: "a\r\nb",
			customLinkSlug: slug,
			userId: "x",
			__proto__: null,
		};
		expect(linkForm.parse(form)).toEqual({
			title: "A&B C",
			description: "a\nb",
			targetUrl: "https://example.com/",
			customLinkSlug: "summer-sale",
			imageUrl: null,
			imageSource: null,
			imageCut: null,
		});
	});

	it.each([
		["an end before its start", { startsAt: "2027-03-05T12:00:00Z", endsAt: "2027-03-05T11:00:00Z" }],
		["another address and no end", { endsAt: "", afterUrl: "https://example.com/over" }],
	])("tells %s at the end alone (P187)", (_, times) => {
		expect(linkForm.safeParse({ ...valid, ...times }).error?.issues.map(({ path }) => path)).toEqual([["endsAt"]]);
	});

	it("takes times that go together", () => {
		const times = {
			startsAt: "2027-03-05T11:00:00Z",
			endsAt: "2027-03-05T12:00:00Z",
			afterUrl: "https://example.com/",
		};
		expect(linkForm.parse({ ...valid, ...times })).toMatchObject(times);
	});

	it("cuts a wide picture, and no square (P160)", () => {
		const cut = { x: 10, y: 20, width: 600, height: 315 };
		expect(linkForm.parse({ ...valid, imageCut: "10,20,600,315" }).imageCut).toEqual(cut);
		expect(verdict({ imageCut: "10,20,630,630" })).toBe("The image can't be cropped like this. Please crop it again");
	});
});

describe("the revision that an edit began from (P134)", () => {
	it.each<[string, unknown, string | null]>([
		["left out", undefined, null],
		["empty", "", null],
		["short", "x", "x"],
		["of 64 characters", "x".repeat(64), "x".repeat(64)],
	])("may be %s", (_, revision, kept) => {
		expect(editedRevision.parse({ revision })).toEqual({ revision: kept });
	});

	it.each<[string, unknown]>([
		["of 65 characters", "x".repeat(65)],
		["a number", 7],
		["two", ["a", "b"]],
	])("is not %s", (_, revision) => {
		expect(editedRevision.safeParse({ revision }).error?.issues[0]?.message).toBe("Invalid input");
	});
});
