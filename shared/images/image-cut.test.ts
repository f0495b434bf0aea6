import { describe, expect, it } from "vitest";
import { cutAsText, cutFromText, imageCutField, isWithin, nearestCut, reshapedCut } from "./image-cut.ts";
import { IMAGE_CUT_WRONG } from "./image-file.ts";

describe("the section in the form", () => {
	it("is four whole numbers, or none", () => {
		expect(imageCutField("wide").parse("10,20,1200,630")).toEqual({ x: 10, y: 20, width: 1200, height: 630 });
		expect(imageCutField("wide").parse("")).toBeNull();
		expect(imageCutField("wide").parse(undefined)).toBeNull();
		expect(cutFromText(cutAsText({ x: 1, y: 2, width: 603, height: 317 }))).toEqual({
			x: 1,
			y: 2,
			width: 603,
			height: 317,
		});
	});

	it.each([
		"NaN,0,1200,630",
		"0,0,1200",
		"0,0,1200,630,1",
		"-1,0,1200,630",
		"0.5,0,1200,630",
		"1e3,0,1200,630",
		" 0,0,1200,630",
		"0,0,599,314",
		"0,0,0,0",
		"0,0,1200,1200",
		"0,0,1200,632",
		"0,0,999999,524999",
		"null",
		"{}",
	])("is not '%s'", (text) => {
		expect(imageCutField("wide").safeParse(text).error?.issues[0]?.message).toBe(IMAGE_CUT_WRONG);
	});
});

describe("the nearest section", () => {
	const sizes = [
		[600, 315],
		[601, 999],
		[1200, 630],
		[3001, 1999],
		[16_000, 315],
		[640, 8_000],
	] as const;

	it.each(sizes)("of a picture of %i x %i may always be sent", (width, height) => {
		const wishes = [-50, 0, 0.4, 99.5, 700, 20_000].flatMap((at) =>
			[1, 599.5, 600, 1234.5, 99_999].map((wide) => ({ x: at, y: at, width: wide, height: wide })),
		);
		for (const wish of wishes) {
			const cut = nearestCut(wish, { width, height }, "wide");
			expect(imageCutField("wide").parse(cutAsText(cut))).toEqual(cut);
			expect(isWithin(cut, { width, height }), JSON.stringify({ wish, cut })).toBe(true);
		}
	});

	it("is the wish itself where it may be", () => {
		const wish = { x: 17, y: 4, width: 800, height: 420 };
		expect(nearestCut(wish, { width: 900, height: 900 }, "wide")).toEqual(wish);
	});
});

it("a section of another shape has the same middle, within the picture (P203)", () => {
	const size = { width: 2400, height: 700 };
	const wide = { x: 1200, y: 70, width: 1200, height: 630 };
	expect(reshapedCut(wide, size, "square")).toEqual({ x: 1485, y: 70, width: 630, height: 630 });
	expect(reshapedCut(wide, size, "wide")).toBe(wide);
	const corner = { x: 2085, y: 385, width: 315, height: 315 };
	expect(reshapedCut(corner, size, "wide")).toEqual({ x: 1800, y: 385, width: 600, height: 315 });
	expect(imageCutField("square").parse("0,0,630,630")).toMatchObject({ width: 630 });
	for (const text of ["0,0,1200,630", "0,0,314,314", "0,0,630,632"]) {
		expect(imageCutField("square").safeParse(text).error?.issues[0]?.message).toBe(IMAGE_CUT_WRONG);
	}
});

it("a section at the very edge lies within, one beyond it does not", () => {
	const cut = { x: 10, y: 5, width: 600, height: 315 };
	expect(isWithin(cut, { width: 610, height: 320 })).toBe(true);
	expect(isWithin(cut, { width: 609, height: 320 })).toBe(false);
	expect(isWithin(cut, { width: 610, height: 319 })).toBe(false);
});
