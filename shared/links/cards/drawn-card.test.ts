import { describe, expect, it } from "vitest";
import type { LargeFrom } from "../../public/platforms/drawing.ts";
import { cardWarnings, cutWarning, drawnCard, isLargeEnough } from "./drawn-card.ts";
import { CARD_PLATFORMS, type CardPlatform } from "./platforms.ts";

/** A platform of our own that takes large images from this on. */
function platform(largeFrom: LargeFrom | null, ratio = 1): CardPlatform {
	const [some] = CARD_PLATFORMS;
	if (!some) throw new Error("There is no platform");
	const title = { lines: 2 };
	const large = { image: "above" as const, ratio: 1.91, title, description: null };
	return { ...some, name: "Some and others", largeFrom, large, small: { ...large, image: "left", ratio } };
}

const warned = (of: CardPlatform, width: number, height: number) =>
	cardWarnings(of, { title: "A", description: "B", image: { width, height } });

describe("a picture is drawn large", () => {
	it.each([
		["from the least size on", { width: 300, height: 157 }, [300, 157], true],
		["not where it is less wide", { width: 300, height: 157 }, [299, 157], false],
		["not where it is less high", { width: 300, height: 157 }, [300, 156], false],
		["up to the widest ratio", { width: 1, height: 1, maxRatio: 4 }, [400, 100], true],
		["not where it is wider", { width: 1, height: 1, maxRatio: 4 }, [401, 100], false],
		["from the least ratio on", { width: 1, height: 1, minRatio: 1.5 }, [150, 100], true],
		["not where it is higher", { width: 1, height: 1, minRatio: 1.5 }, [149, 100], false],
	] as const)("%s", (_case, from, [width, height], isLarge) => {
		expect(isLargeEnough({ width, height }, from)).toBe(isLarge);
		expect(drawnCard(platform(from), { title: "A", description: "B", image: { width, height } })).toMatchObject({
			...{ isLarge, hasImage: true, shape: { image: isLarge ? "above" : "left" } },
		});
	});

	it("nowhere where every card is the small one, and not without one", () => {
		expect(isLargeEnough({ width: 1200, height: 630 }, null)).toBe(false);
		const none = { title: "A", description: "B", image: null };
		expect(drawnCard(platform({ width: 1, height: 1 }), none)).toMatchObject({ isLarge: false, hasImage: false });
		expect(cardWarnings(platform({ width: 1, height: 1 }), none)).toEqual([]);
	});
});

describe("a picture that is drawn small is told by its reason", () => {
	it.each([
		[
			"too wide",
			{ width: 1, height: 1, maxRatio: 4 },
			[500, 100],
			"takes images up to 4:1; a wider one is shown small",
		],
		[
			"too high",
			{ width: 300, height: 1, minRatio: 1.5 },
			[300, 400],
			"shows a small image because yours isn't landscape",
		],
		[
			"not wide enough, whatever its ratio",
			{ width: 300, height: 1, minRatio: 1.5 },
			[299, 400],
			"needs at least 300 px",
		],
		["too small", { width: 300, height: 157 }, [299, 400], "needs at least 300 x 157 px"],
	] as const)("%s", (_case, from, [width, height], reason) => {
		expect(warned(platform(from), width, height)).toEqual([`Some ${reason}`]);
	});

	it.each([
		[1, "a small square"],
		[1.33, "a small image"],
	])("a ratio of %d, where every card is the small one", (ratio, shown) => {
		expect(warned(platform(null, ratio), 1200, 630)).toEqual([`Some shows ${shown}: the center of your image`]);
		// Of that very shape, but for the rounding to whole pixels, nothing is cut away.
		expect(warned(platform(null, ratio), ratio * 1_000, 1_000)).toEqual([]);
		expect(warned(platform(null, ratio), (ratio + 0.015) * 1_000, 1_000)).toEqual([]);
		expect(warned(platform(null, ratio), (ratio + 0.025) * 1_000, 1_000)).toHaveLength(1);
	});
});

it("of a long text that is cut its last sixty characters are named", () => {
	const [sixty, more] = ["x".repeat(59), `${"y".repeat(40)} ${"x".repeat(59)}`];
	expect(cutWarning({ name: "Some" }, `${sixty}…`)).toBe(`Some will cut this to "${sixty}…"`);
	expect(cutWarning({ name: "Some" }, `${more}…`)).toBe(`Some will cut this to "…${sixty}…"`);
	expect(cutWarning({ name: "Some" }, `${more.slice(0, -1)}…`)).toBe(`Some will cut this to "…${sixty.slice(1)}…"`);
});
