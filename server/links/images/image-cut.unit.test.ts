import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { twoColours } from "#server/testing/corpora/images.ts";
import { edgesAway, FORMATS, ORIENTATIONS, proofImage, turnedUpload } from "#server/testing/images/cut-proof.ts";
import { CutOutside, makePreview } from "./make-preview.ts";

// To make one takes most of the time: each is turned several ways.
const wide = await Promise.all([1, 2, 5].map((seed) => proofImage(seed, "wide", 1)));
const square = await proofImage(4, "square", 1);

describe("a section that somebody chose (P160)", () => {
	it.each([
		...ORIENTATIONS.map((orientation) => ["wide", orientation, { width: 1200, height: 630 }] as const),
		...([4, 6] as const).map((orientation) => ["square", orientation, { width: 630, height: 630 }] as const),
	])("is cut to the pixel, however the camera turned the picture: %s, %i", async (shape, orientation, size) => {
		const image = (shape === "wide" && wide[orientation % wide.length]) || square;
		const upload = await turnedUpload(image, orientation, FORMATS[orientation % 3] ?? "png");
		const jpeg = await makePreview(upload, image);
		const { format, width, height, exif, orientation: stored } = await sharp(jpeg).metadata();
		expect({ format, width, height, exif, stored }).toEqual({ format: "jpeg", ...size });
		expect(await edgesAway(jpeg, image)).toBe(0);
	});

	it("must lie within the picture as it stands upright", async () => {
		const turned = await twoColours({ width: 700, height: 1300 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
		const whole = { x: 100, y: 70, width: 1200, height: 630 };
		await expect(makePreview(turned, { cut: whole })).resolves.toBeInstanceOf(Buffer);
		await expect(makePreview(turned, { cut: { ...whole, x: 101 } })).rejects.toThrow(CutOutside);
		await expect(makePreview(turned, { cut: { ...whole, y: 71 } })).rejects.toThrow(CutOutside);
	});

	it("that is none leaves everything as it was, to the byte", async () => {
		const image = await twoColours({ width: 1300, height: 900 }).png().toBuffer();
		expect((await makePreview(image, { cut: null })).equals(await makePreview(image))).toBe(true);
	});
});
