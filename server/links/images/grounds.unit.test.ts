import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { noise, pixelAt } from "#server/testing/corpora/images.ts";
import type { ImageCut } from "#shared/links/images/image-cut.ts";
import { makePreview } from "./make-preview.ts";

const canvas = (width: number, height: number, background: string) =>
	sharp({ create: { width, height, channels: 4, background } });
const block = (width: number, height: number, color: string) => canvas(width, height, color).png().toBuffer();
/** Green, with a yellow line along each edge that would be cropped away first. */
const poster = async () =>
	canvas(1080, 1350, "#008000").composite([
		{ input: await block(1080, 80, "#ffff00"), top: 0, left: 0 },
		{ input: await block(1080, 80, "#ffff00"), top: 1270, left: 0 },
	]);
/** A square in the middle of nothing. */
const logo = async (color: string) =>
	canvas(1200, 630, "#00000000").composite([{ input: await block(300, 300, color), top: 165, left: 450 }]);
const whole = (ground?: ImageCut["ground"]): ImageCut => ({
	...{ x: 0, y: 0, width: 1080, height: 1350, fit: true },
	...(ground && { ground }),
});

async function colorsOf(image: Sharp, cut: ImageCut | null, at: [number, number][], shape?: "square") {
	const jpeg = await makePreview(await image.png().toBuffer(), { cut, ...(shape && { shape }) });
	return await Promise.all(at.map(([x, y]) => pixelAt(jpeg, x, y)));
}

function expectColors(found: number[][], expected: string[]): void {
	const names: Record<string, number[]> = {
		...{ white: [255, 255, 255], black: [0, 0, 0], green: [0, 128, 0], yellow: [255, 255, 0], red: [255, 0, 0] },
		orange: [255, 128, 0],
	};
	for (const [n, pixel] of found.entries())
		for (const [channel, value] of pixel.entries())
			expect(Math.abs(value - (names[expected[n] ?? ""]?.[channel] ?? 999)), `${n}: ${pixel}`).toBeLessThan(12);
}

describe("an image that is shown whole (P500)", () => {
	it("shows a poster's upper and lower end, on a blurred copy where nothing else is chosen", async () => {
		const found = await colorsOf(await poster(), null, [
			[600, 10],
			[600, 315],
			[600, 620],
			[100, 315],
		]);
		expectColors(found, ["yellow", "green", "yellow", "green"]);
	});

	it.each([
		["white", "white"],
		["black", "black"],
		["edge", "green"],
	] as const)("stands on the ground that was chosen: %s", async (ground, color) => {
		const found = await colorsOf(await poster(), whole(ground), [
			[600, 10],
			[10, 10],
			[1190, 620],
		]);
		expectColors(found, ["yellow", color, color]);
	});

	it("is upright, and a square for a square card", async () => {
		const turned = sharp(await (await poster()).png().toBuffer())
			.rotate(270)
			.withMetadata({ orientation: 6 });
		const at: [number, number][] = [
			[315, 10],
			[315, 315],
			[10, 315],
		];
		expectColors(await colorsOf(turned, whole("white"), at, "square"), ["yellow", "green", "white"]);
	});

	it("may be a part of the original", async () => {
		const upper: ImageCut = { x: 0, y: 0, width: 1080, height: 80, fit: true, ground: "black" };
		expectColors(
			await colorsOf(await poster(), upper, [
				[600, 315],
				[600, 10],
			]),
			["yellow", "black"],
		);
	});
});

describe("a transparent image (P500)", () => {
	it.each([
		["#ffffff", "black"],
		["#e8e8e8", "black"],
		["#000000", "white"],
		["#ff0000", "white"],
	])("whose opaque part is %s stands on %s", async (color, ground) => {
		expectColors(await colorsOf(await logo(color), null, [[10, 10]]), [ground]);
	});

	it.each([
		["white", "white"],
		["black", "black"],
	] as const)("stands on the ground that was chosen, also where it is cropped: %s", async (ground, color) => {
		const cut = { x: 0, y: 0, width: 1200, height: 630, ground };
		expectColors(
			await colorsOf(await logo("#ff0000"), cut, [
				[10, 10],
				[600, 315],
			]),
			[color, "red"],
		);
	});

	it("is not one that only might be transparent", async () => {
		expectColors(await colorsOf(canvas(1200, 900, "#ffffff"), null, [[10, 10]]), ["white"]);
	});
});

describe("small colored letters (P501)", () => {
	it("keep the color of each pixel", async () => {
		const line = await block(1, 630, "#ff8000");
		const lines = Array.from({ length: 300 }, (_, n) => ({ input: line, left: n * 4, top: 0 }));
		const image = canvas(1200, 630, "#000000").composite(lines);
		const jpeg = await makePreview(await image.png().toBuffer());
		expect((await sharp(jpeg).metadata()).chromaSubsampling).toBe("4:4:4");
		const [r = 0, g = 0, b = 0] = await pixelAt(jpeg, 400, 300);
		expect(Math.abs(r - 255) + Math.abs(g - 128) + b).toBeLessThan(40);
	});

	it("give way where the image would be too heavy", async () => {
		const jpeg = await makePreview(await noise({ width: 1200, height: 630 }).png().toBuffer());
		expect((await sharp(jpeg).metadata()).chromaSubsampling).toBe("4:2:0");
		expect(jpeg.length).toBeLessThanOrEqual(280_000);
	});
});

describe("a file that browsers open", () => {
	it("is made into a card without its end mark: JPEG, PNG", async () => {
		const whole = noise({ width: 640, height: 400 });
		const [jpeg, png] = [await whole.clone().jpeg().toBuffer(), await whole.clone().png().toBuffer()];
		for (const [file, cut] of [
			[jpeg, 2],
			[png, 12],
		] as const) {
			const unended = await makePreview(file.subarray(0, -cut));
			expect(unended.equals(await makePreview(file))).toBe(true);
		}
		await expect(makePreview(jpeg.subarray(0, -40))).rejects.toThrow();
	});
});
