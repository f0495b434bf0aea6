import { describe, expect, it } from "vitest";
import { type Colour, contrast, covered, LEAST_CONTRAST, leastContrast, scrimFor } from "./contrast.ts";
import { TEMPLATES } from "./templates.ts";

const WHITE: Colour = [255, 255, 255];
const pixels = (...colours: Colour[]) => new Uint8ClampedArray(colours.flatMap((colour) => [...colour, 255]));

it("contrast is WCAG's", () => {
	expect(contrast(WHITE, [0, 0, 0])).toBeCloseTo(21, 5);
	expect(contrast(WHITE, [118, 118, 118])).toBeCloseTo(4.54, 2);
	expect(leastContrast(WHITE, pixels([0, 0, 0], [118, 118, 118], [9, 9, 9]))).toBeCloseTo(4.54, 2);
});

describe("a scrim", () => {
	it.each<[string, Colour[]]>([
		["white", [WHITE]],
		[
			"one light pixel among dark ones",
			[
				[0, 0, 0],
				[250, 250, 210],
				[20, 20, 20],
			],
		],
		[
			"loud colours",
			[
				[255, 0, 0],
				[0, 255, 0],
				[0, 0, 255],
			],
		],
		["black", [[0, 0, 0]]],
	])("makes white letters readable on %s", (_, colours) => {
		const share = scrimFor(WHITE, pixels(...colours));
		const below = colours.map((colour) => covered(colour, share).map(Math.round) as unknown as Colour);
		expect(leastContrast(WHITE, pixels(...below))).toBeGreaterThan(LEAST_CONTRAST);
		expect(share).toBeLessThan(0.7);
	});

	it("leaves a dark picture lighter than a light one", () => {
		expect(scrimFor(WHITE, pixels([10, 10, 10]))).toBeLessThan(scrimFor(WHITE, pixels(WHITE)));
	});
});

it("there are eight templates, and no colour of theirs is too near to its letters", () => {
	expect(TEMPLATES).toHaveLength(8);
	expect(new Set(TEMPLATES.map(({ name }) => name)).size).toBe(8);
	for (const { name, ground, letters } of TEMPLATES) {
		const colours = ground.kind === "picture" ? [] : ground.colours;
		for (const colour of colours) expect([name, contrast(letters, colour) >= LEAST_CONTRAST]).toEqual([name, true]);
	}
});
