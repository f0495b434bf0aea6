import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { noise, pixelAt, twoColours } from "#server/testing/corpora/pictures.ts";
import { edgesAway, proofCase } from "#server/testing/pictures/cut-proof.ts";
import { CutOutside, makePreview } from "./make-preview.ts";

describe("a section that somebody chose (P160)", () => {
	it.each([
		...[0, 1, 2, 3, 4, 5, 6, 7].map((seed) => ["wide", seed, { width: 1200, height: 630 }] as const),
		...[3, 5].map((seed) => ["square", seed, { width: 630, height: 630 }] as const),
	])("is cut to the pixel, however the camera turned the picture: %s, %i", async (shape, seed, size) => {
		const proof = await proofCase(seed, shape);
		const jpeg = await makePreview(proof.upload, proof);
		const { format, width, height, exif, orientation } = await sharp(jpeg).metadata();
		expect({ format, width, height, exif, orientation }).toEqual({ format: "jpeg", ...size });
		expect(await edgesAway(jpeg, proof)).toBe(0);
	});

	it("is told apart by the proof from one that is a pixel away", async () => {
		const proof = await proofCase(5, "wide");
		const { x, width } = proof.cut;
		const away = { ...proof.cut, ...(x > 0 ? { x: x - 1 } : { width: width - 1 }) };
		expect(await edgesAway(await makePreview(proof.upload, { cut: away }), proof)).toBeGreaterThan(0);
	});

	it("is white where the original is transparent, and light whatever it shows", async () => {
		const clear = {
			create: { width: 1300, height: 700, channels: 4 as const, background: { r: 9, g: 9, b: 9, alpha: 0 } },
		};
		const cut = { x: 50, y: 50, width: 1200, height: 630 };
		expect(await pixelAt(await makePreview(await sharp(clear).png().toBuffer(), { cut }), 600, 300)).toEqual([
			255, 255, 255,
		]);
		const heavy = await makePreview(await noise({ width: 1300, height: 700 }).png().toBuffer(), { cut });
		expect(heavy.length).toBeLessThanOrEqual(280_000);
	});

	it("must lie within the picture as it stands upright", async () => {
		const turned = await twoColours({ width: 700, height: 1300 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
		const whole = { x: 100, y: 70, width: 1200, height: 630 };
		await expect(makePreview(turned, { cut: whole })).resolves.toBeInstanceOf(Buffer);
		await expect(makePreview(turned, { cut: { ...whole, x: 101 } })).rejects.toThrow(CutOutside);
		await expect(makePreview(turned, { cut: { ...whole, y: 71 } })).rejects.toThrow(CutOutside);
	});

	it("that is none leaves everything as it was, to the byte", async () => {
		const picture = await twoColours({ width: 1300, height: 900 }).png().toBuffer();
		expect((await makePreview(picture, { cut: null })).equals(await makePreview(picture))).toBe(true);
	});
});
