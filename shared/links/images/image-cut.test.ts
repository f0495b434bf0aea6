import { describe, expect, it } from "vitest";
import {
	cutAsText,
	cutFromText,
	cutOfStored,
	fittedSize,
	imageCutField,
	isCroppedAtFirst,
	isWithin,
	nearestCut,
	reshapedCut,
	storedCutOf,
} from "./image-cut.ts";
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
		"0,0,0,630,fit",
		"0,0,1200,630,fill",
		"0,0,1200,630,black,fit",
		"0,0,1200,630,red",
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

describe("an image that is shown whole (P500)", () => {
	it.each([
		["0,0,1080,1350,fit", { x: 0, y: 0, width: 1080, height: 1350, fit: true }],
		["0,0,9,4000,fit,edge", { x: 0, y: 0, width: 9, height: 4000, fit: true, ground: "edge" }],
		["10,20,1200,630", { x: 10, y: 20, width: 1200, height: 630 }],
		["16383,0,1,1,fit,blur", { x: 16_383, y: 0, width: 1, height: 1, fit: true, ground: "blur" }],
		["10,20,1200,630,black", { x: 10, y: 20, width: 1200, height: 630, ground: "black" }],
	] as const)("is written %s", (text, cut) => {
		expect(imageCutField("wide").parse(text)).toEqual(cut);
		expect(cutAsText(cut)).toBe(text);
		expect(cutFromText(text)).toEqual(cut);
		expect(cutOfStored(storedCutOf(cut))).toEqual(cut);
		expect(reshapedCut(cut, { width: 1, height: 1 }, "wide")).toBe(cut);
	});

	it.each([
		["a card", 1200, 630, "wide", true],
		["85 % of its height", 1200, 741, "wide", true],
		["less than 85 % of its height", 1200, 742, "wide", false],
		["85 % of its width", 1411, 630, "wide", true],
		["less than 85 % of its width", 1412, 630, "wide", false],
		["a square", 2000, 2000, "wide", false],
		["a poster", 1080, 1350, "wide", false],
		["smaller than half a card", 599, 315, "wide", false],
		["a square for a square card", 2000, 2000, "square", true],
		["a wide one for a square card", 1200, 630, "square", false],
	] as const)("is not the first choice where enough stays when it is cropped: %s", (_, width, height, shape, crop) => {
		expect(isCroppedAtFirst({ width, height }, shape)).toBe(crop);
	});

	it.each([
		[1080, 1350, { width: 504, height: 630 }],
		[2400, 300, { width: 1200, height: 150 }],
		[100, 50, { width: 200, height: 100 }],
		[1, 10_000, { width: 1, height: 630 }],
	])("of %i x %i stands within the card, enlarged twice at most", (width, height, size) => {
		expect(fittedSize({ width, height }, "wide")).toEqual(size);
	});
});
