import { describe, expect, it } from "vitest";
import { setTitle } from "./set-title.ts";

/** Every letter is half as wide as high. */
const measure = (text: string) => text.length * 0.5;
const room = { width: 1000, height: 400 };

describe("a title", () => {
	it("is as large as it fits", () => {
		expect(setTitle("Summer", measure, room)).toMatchObject({ lines: ["Summer"], size: 104 });
		expect(setTitle("W".repeat(60), measure, room).size).toBeLessThan(104);
	});

	it("is broken between words, and marks stay with theirs", () => {
		expect(setTitle("Eleven quiet beaches, and how to get there!", measure, room).lines).toEqual([
			"Eleven quiet",
			"beaches, and how to",
			"get there!",
		]);
	});

	it.each([
		["one long word", "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenxx"],
		[
			"words without spaces",
			"夏のアルガルヴェの静かな浜辺十一ヶ所とそこへの行き方をご紹介します静かな場所だけを集めました夏のアルガルヴェ",
		],
		["emoji of several parts", "👩‍👩‍👧‍👦".repeat(5)],
		["right to left", "שלום עולם, אחד עשר חופים שקטים של הקיץ"],
	])("of %s fits, with nothing lost", (_, title) => {
		const { lines, size, lineHeight } = setTitle(title, measure, room);
		expect(lines.join("").replaceAll(" ", "")).toBe(title.replaceAll(" ", ""));
		expect(lines.length * lineHeight).toBeLessThanOrEqual(room.height);
		for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(room.width);
	});

	it("of nothing has no lines", () => {
		expect(setTitle("  ", measure, room).lines).toEqual([]);
	});
});
