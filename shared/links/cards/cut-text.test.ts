import { describe, expect, it } from "vitest";
import { graphemes } from "../../platform/text-segments.ts";
import type { TextRule } from "../../public/platforms/drawing.ts";
import { cutText } from "./cut-text.ts";
import { CARD_PLATFORMS } from "./platforms.ts";

/** Words of eight scripts, with letters of one to four bytes, marks, and emoji of many parts. */
const SCRIPTS: Record<string, string[]> = {
	latin: ["Summer", "sale", "in", "the", "Algarve:", "José", "cafe\u0301", "naïve", "€19.99", "👨‍👩‍👧‍👦"],
	cyrillic: ["Летняя", "распродажа", "в", "Алгарве:", "тихие", "пляжи,", "ёлки", "й", "🇵🇹", "№7"],
	greek: ["Καλοκαιρινές", "εκπτώσεις", "στην", "παραλία,", "ήλιος", "και", "θάλασσα", "ΐ", "❤️‍🔥", "10%"],
	arabic: ["تخفيضات", "الصيف", "في", "الغرب", "شَمْسٌ", "وبحر", "هادئ،", "١٢", "🏖️", "لا"],
	devanagari: ["गर्मियों", "की", "सेल", "अल्गार्वे", "में", "क्षेत्र", "स्त्री", "कि", "👩🏽‍🚀", "५०%"],
	thai: ["ลดราคา", "ฤดูร้อน", "ที่", "ชายหาด", "เงียบสงบ", "น้ำ", "กำ", "ผู้ใหญ่", "🧑‍🤝‍🧑", "๑๐"],
	han: ["阿尔加维", "夏季", "大减价", "十一个", "安静的", "海滩", "，", "葛󠄀", "🈹", "𠮷野家"],
	hangul: ["알가르브", "여름", "할인", "조용한", "해변", "열한", "곳", "한글", "👍🏿", "강남"],
};
const LENGTHS = Array.from({ length: 25 }, (_, at) => 2 + at * 3);

/** 25 texts of each script, from a few characters to several hundred bytes. */
const TEXTS = Object.entries(SCRIPTS).flatMap(([script, words]) =>
	LENGTHS.map((length, at) => {
		const text = Array.from({ length }, (_, word) => words[(word * 7 + at) % words.length]).join(
			script === "han" ? "" : " ",
		);
		return { script, text };
	}),
);

const RULES = [
	...new Map(
		CARD_PLATFORMS.flatMap(({ large, small }) =>
			[large?.title, large?.description, small.title, small.description].flatMap((rule): [string, TextRule][] =>
				rule && (rule.bytes !== undefined || rule.characters !== undefined) ? [[JSON.stringify(rule), rule]] : [],
			),
		),
	).values(),
];

/** How many characters from the beginning fit, found one by one. */
function fitting(characters: string[], { bytes = Infinity, characters: most = Infinity }: TextRule): number {
	let size = 0;
	const tooMuch = characters.findIndex((character, at) => {
		size += Buffer.byteLength(character);
		return size > bytes || at >= most;
	});
	return tooMuch === -1 ? characters.length : tooMuch;
}

describe("200 texts in 8 scripts on the platforms with exact rules", () => {
	it.each(TEXTS)("$script: $text", ({ text }) => {
		const characters = [...graphemes(text)];
		for (const rule of RULES) {
			const most = fitting(characters, rule);
			const isCut = most < characters.length;
			const shown = isCut ? `${characters.slice(0, most).join("").trimEnd()}…` : text;
			expect(cutText(text, rule)).toEqual({ shown, isCut });
		}
	});
});

it("keeps what Discord shows of 60 characters: 35 of two bytes, 23 of three, 17 emoji", () => {
	const shown = (character: string) => [...graphemes(cutText(character.repeat(60), { lines: 3, bytes: 70 }).shown)];
	expect([shown("ж"), shown("ไ"), shown("海"), shown("🌊")].map(({ length }) => length - 1)).toEqual([35, 23, 23, 17]);
});

it("never takes half of a character", () => {
	const family = "👨‍👩‍👧‍👦";
	expect(cutText(`${family}${family}`, { lines: 1, bytes: 30 }).shown).toBe(`${family}…`);
	expect(cutText(`${family}s`, { lines: 1, bytes: 24 }).shown).toBe("…");
	expect(cutText("cafe\u0301s", { lines: 1, bytes: 5 }).shown).toBe("caf…");
});
