import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const TEXTS = [
	"Summer sale in the Algarve: José naïve €19.99 👨‍👩‍👧‍👦 cafe\u0301\r\n",
	"Летняя распродажа, ёлки 🇵🇹🇪🇸 №7",
	"Καλοκαιρινές εκπτώσεις ❤️‍🔥 10%",
	"تخفيضات الصيف شَمْسٌ وبحر، ١٢ 🏖️ لا",
	"ลดราคา ชายหาด น้ำ กำ ผู้ใหญ่ 🧑‍🤝‍🧑 ๑๐",
	"阿尔加维 大减价 葛󠄀 🈹 𠮷野家",
	"알가르브 여름 할인 한글 👍🏿 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
];
const native = Intl.Segmenter;

afterEach(() => {
	Object.assign(Intl, { Segmenter: native });
	vi.resetModules();
});

describe("without Intl.Segmenter", () => {
	beforeEach(() => {
		vi.resetModules();
		Reflect.deleteProperty(Intl, "Segmenter");
	});

	it.each(TEXTS)("the characters of %j are the same", async (text) => {
		const expected = Array.from(new native().segment(text), ({ segment }) => segment);
		const { graphemes } = await import("./text-segments.ts");
		expect([...graphemes(text)]).toEqual(expected);
	});

	it("words are what spaces separate", async () => {
		const { words } = await import("./text-segments.ts");
		expect(words("José, -  10")).toEqual([
			{ segment: "José,", isWordLike: true },
			{ segment: " ", isWordLike: false },
			{ segment: "-", isWordLike: false },
			{ segment: " ", isWordLike: false },
			{ segment: " ", isWordLike: false },
			{ segment: "10", isWordLike: true },
		]);
	});
});

it.each([
	["abc", 4, "abc"],
	["abcd", 3, "abc"],
	["ab👩\u200d👩\u200d👧", 9, "ab"],
	["ab👩\u200d👩\u200d👧", 10, "ab👩\u200d👩\u200d👧"],
	["ab👩\u200d👩\u200d👧c", 10, "ab👩\u200d👩\u200d👧"],
	["🇵🇹🇪🇸", 6, "🇵🇹"],
	["cafe\u0301", 4, "caf"],
	["❤\ufe0f❤\ufe0f", 3, "❤\ufe0f"],
	["e\u0301\u0301\u0301", 2, "e\u0301"],
	["🙂", 1, ""],
	["", 5, ""],
])("the beginning of %j of at most %i units is %j", async (text, max, beginning) => {
	const { wholeBeginningOf } = await import("./text-segments.ts");
	expect(wholeBeginningOf(text, max)).toBe(beginning);
});

it("splits as the browser does where it can", async () => {
	const { graphemes, words } = await import("./text-segments.ts");
	expect([...graphemes("e\u0301🇵🇹")]).toEqual(["e\u0301", "🇵🇹"]);
	expect(words("one, two").map(({ segment }) => segment)).toEqual(["one", ",", " ", "two"]);
});
