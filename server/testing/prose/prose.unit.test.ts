import { expect, test } from "vitest";
import { inDocument, inSource } from "./prose.ts";

test.each([
	["Sent to whoever asks.", "whoever"],
	["The list is read anew.", "anew"],
	["It stands in the table.", "stands in"],
	["Two rows\nbeside a third.", "beside"],
	["The process hears of each change.", "hears of"],
	["It says when and whence it came.", "whence"],
	["They are as good as missing.", "as good as missing"],
	["A request joins the waiting line.", "waiting line"],
	["The cache hears changes.", "hears changes"],
	["What was saved along shows them.", "saved along"],
	["The pool feels the pulse.", "the pulse"],
	["Makes an images of it.", "an images"],
	["`foldViews` reads them", "foldViews"],
])("a document with '%s' is refused by its word", (text, word) => {
	expect(inDocument(text)).toEqual([{ line: text.split("\n").length, word, instead: expect.any(String) }]);
});

test("names in code, and what only resembles a banned word, are left alone", () => {
	expect(inDocument("`beside` stands in for Stripe; a newest, besides.")).toEqual([]);
	expect(inSource('/** @param beside rows */\nconst beside = "beside";', { strings: true })).toEqual([]);
});

test.each(
	"createRooms foldViews roomOfMonth isAway hearsChanges givingWay requireHarmless standBack answerOrders patientHttpClient createWaitingLine createDoors SavedAlong createPulse newcomers pictureOwners ownPictures poolFigures judgedContent FOLDED_MS".split(
		" ",
	),
)("the replaced name %s is refused in code, strings and comments", (name) => {
	const words = (source: string) => inSource(source, { strings: false }).map(({ line, word }) => [line, word]);
	expect(words(`\nthis.#${name}();`)).toEqual([[2, name]]);
	expect(words(`const sql = "${name}"; // ${name}`)).toEqual([
		[1, name],
		[1, name],
	]);
});

test("names that only resemble a replaced one are left alone", () => {
	const source =
		"fold(text); foldedWord; owedAmount; goAway(); roomIn; picture; picture_counts; setNewsletter; isAwayFromHome";
	expect(inSource(source, { strings: true })).toEqual([]);
	expect(inDocument("VisualinkPicturesWait fires; `fold_state`, newcomers-2026.csv")).toEqual([]);
});

test("of a source its comments are judged, and its texts where people read them", () => {
	const source =
		'// For whoever asks.\nconst text = "Read anew by somebody else";\nconst url = "https://anew.example/";';
	const words = (strings: boolean) => inSource(source, { strings }).map(({ line, word }) => [line, word]);
	expect(words(false)).toEqual([[1, "whoever"]]);
	expect(words(true)).toEqual([
		[1, "whoever"],
		[2, "somebody"],
		[2, "anew"],
	]);
});
