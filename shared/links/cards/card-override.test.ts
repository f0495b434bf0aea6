import { describe, expect, it } from "vitest";
import { IMAGE_OVER_HTTP } from "../images/image-file.ts";
import { cardOverride, cardOverrideOf, linkCard } from "./card-override.ts";

const nothing = { title: null, description: null, imageUrl: null, imageCut: null, color: null, buttonLabel: null };
const WRONG_COLOUR = "Enter a color such as #cb3419";
const WRONG_SECTION = "The image can't be cropped like this. Please crop it again";

/** The first message about a form with these fields alone, or what is kept of it besides nulls. */
function verdict(fields: Record<string, unknown>, form = cardOverride): unknown {
	const { data, error } = form.safeParse(fields);
	if (error) return error.issues[0]?.message;
	return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

describe("a card for one target (P201)", () => {
	it("comes from the link's own card where it says nothing", () => {
		expect(cardOverride.parse({})).toEqual(nothing);
		expect(cardOverride.parse(nothing)).toEqual(nothing);
		expect(cardOverride.parse({ title: "", description: "", imageUrl: "", color: "", buttonLabel: " " })).toEqual(
			nothing,
		);
	});

	it.each<[string, Record<string, unknown>, string]>([
		["a title of 61", { title: "x".repeat(61) }, "Title must be 60 characters or less"],
		["a title that is no text", { title: 7 }, "Title is required"],
		["a description of 161", { description: "x".repeat(161) }, "Description must be 160 characters or less"],
		["a picture over http", { imageUrl: "http://example.com/a.png" }, IMAGE_OVER_HTTP],
	])("has the limits of the link: %s", (_, fields, message) => {
		expect(verdict(fields)).toBe(message);
	});

	it.each([{ title: "x".repeat(60) }, { description: "x".repeat(160) }, { imageUrl: "https://example.com/a.png" }])(
		"keeps what is within them: %j",
		(fields) => {
			expect(verdict(fields)).toEqual(fields);
		},
	);
});

describe("the colour of Discord's card", () => {
	it.each(["#cb3419", "#CB3419", "#Cb3419"])("is kept in small letters: %s", (color) => {
		expect(verdict({ color })).toEqual({ color: "#cb3419" });
	});

	it.each<[string, unknown]>([
		["a word", "red"],
		["no hash", "cb3419"],
		["a short form", "#c31"],
		["five digits", "#cb341"],
		["seven digits", "#cb34190"],
		["text before it", "a #cb3419"],
		["a newline after it", "#cb3419\n"],
		["letters that are no digits", "#ghijkl"],
		["a number", 7],
	])("is none: %s", (_, color) => {
		expect(verdict({ color })).toBe(WRONG_COLOUR);
	});
});

describe("the button of Discord's card (P204)", () => {
	it.each([
		["spaces around it are dropped", " Book now ", "Book now"],
		["80 characters", "x".repeat(80), "x".repeat(80)],
		["80 between spaces", ` ${"x".repeat(80)} `, "x".repeat(80)],
		["40 emoji, 80 units", "🙂".repeat(40), "🙂".repeat(40)],
	])("says what was written: %s", (_, buttonLabel, kept) => {
		expect(verdict({ buttonLabel })).toEqual({ buttonLabel: kept });
	});

	it.each<[string, unknown, string]>([
		["81 characters", "x".repeat(81), "The button may say 80 characters or less"],
		["41 emoji, 82 units", "🙂".repeat(41), "The button may say 80 characters or less"],
		["a number", 7, "Invalid input"],
	])("does not take %s", (_, buttonLabel, message) => {
		expect(verdict({ buttonLabel })).toBe(message);
	});
});

describe("the section of a target's picture (P203)", () => {
	const wide = "10,20,600,315";
	const square = "10,20,315,315";

	it.each([
		["wide", wide, { x: 10, y: 20, width: 600, height: 315 }],
		["square", square, { x: 10, y: 20, width: 315, height: 315 }],
	] as const)("of a %s one has this shape", (shape, imageCut, kept) => {
		expect(verdict({ imageCut }, cardOverrideOf(shape))).toEqual({ imageCut: kept });
	});

	it.each([
		["wide", square],
		["square", wide],
		["square", "0,0,314,314"],
	] as const)("of a %s one is not %s", (shape, imageCut) => {
		expect(verdict({ imageCut }, cardOverrideOf(shape))).toBe(WRONG_SECTION);
	});

	it("is wide where nothing else is said", () => {
		expect(verdict({ imageCut: wide })).toMatchObject({ imageCut: { width: 600 } });
		expect(verdict({ imageCut: square })).toBe(WRONG_SECTION);
	});

	it("changes nothing of the other fields", () => {
		expect(verdict({ title: 7, imageCut: square }, cardOverrideOf("square"))).toBe("Title is required");
	});
});

describe("a card as its owner's browser gets it", () => {
	const { imageCut: _, ...texts } = nothing;
	const card = { ...texts, target: "linkedin", title: "For work", imageShape: "square" };

	it("has what is shown of it, and nothing else", () => {
		expect(linkCard.parse({ ...card, linkId: 7 })).toEqual(card);
	});

	it.each([
		["target", "bluesky"],
		["imageShape", "round"],
		["title", undefined],
	])("has no %s of %j", (field, value) => {
		expect(linkCard.safeParse({ ...card, [field]: value }).error?.issues[0]?.path).toEqual([field]);
	});
});
