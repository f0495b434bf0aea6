import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { AppError } from "#server/platform/http/app-error.ts";
import {
	jpegOfScans,
	jpegOfSegments,
	losslessWebp,
	pngOfChunks,
	pngOfZeros,
	segment,
	webpOfChunks,
	webpOfFrames,
} from "#server/testing/corpora/bombs.ts";
import { emptyPng, pngOf, twoColours } from "#server/testing/corpora/images.ts";
import { changed, changes } from "#server/testing/fuzz/inputs.ts";
import {
	IMAGE_TOO_HEAVY,
	IMAGE_TOO_MANY_PARTS,
	IMAGE_TOO_MANY_PIXELS,
	IMAGE_TOO_MANY_SCANS,
	IMAGE_UNREADABLE,
} from "#shared/links/images/image-file.ts";
import { assertSafeImage } from "./safe-image.ts";

const SMALL = { width: 1200, height: 630 };

/** What is wrong with an upload, or null. */
async function problemOf(upload: Buffer | Promise<Buffer>): Promise<string | null> {
	try {
		assertSafeImage(await upload);
		return null;
	} catch (error) {
		if (error instanceof AppError && error.kind === "invalid") return error.message;
		throw error;
	}
}

/** A JPEG's header without an image; a sampling factor for each component, such as 0x22. */
function jpegHeader({ width = 1200, height = 630, marker = 0xc0, factors = [0x22, 0x11, 0x11], scans = 1 }) {
	const sizes = [height >> 8, height & 255, width >> 8, width & 255];
	const components = factors.flatMap((factor, n) => [n + 1, factor, 0]);
	const scan = Buffer.concat([segment(0xda, [1, 1, 0, 0, 63, 0]), Buffer.from("12ff00ffd034", "hex")]);
	return Buffer.concat([
		Buffer.from("ffd8", "hex"),
		segment(0xe0, [0xff, 0xda, 0xff, 0xd9]),
		segment(marker, [8, ...sizes, factors.length, ...components]),
		Buffer.alloc(scan.length * scans, scan),
	]);
}

/** A lossy WebP's header without an image. */
function webpHeader({ width, height }: typeof SMALL): Buffer {
	const frame = [0, 0, 0, 0x9d, 0x01, 0x2a, width & 255, width >> 8, height & 255, height >> 8];
	return Buffer.concat([Buffer.from("RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0", "latin1"), Buffer.from(frame)]);
}

describe("a size", () => {
	it.each([
		[16_384, 2_441, null],
		[2_441, 16_384, null],
		[8_000, 5_000, null],
		[16_385, 100, IMAGE_TOO_MANY_PIXELS],
		[100, 16_385, IMAGE_TOO_MANY_PIXELS],
		[8_000, 5_001, IMAGE_TOO_MANY_PIXELS],
	])("of %i x %i: %s", async (width, height, problem) => {
		expect(await problemOf(emptyPng({ width, height }))).toBe(problem);
		expect(await problemOf(jpegHeader({ width, height }))).toBe(problem);
		// WebP ends at 16,383.
		const size = { width: Math.min(width, 16_383), height: Math.min(height, 16_383) };
		const isTooMany = size.width * size.height > 40_000_000;
		expect(await problemOf(webpHeader(size))).toBe(isTooMany ? IMAGE_TOO_MANY_PIXELS : null);
	});

	it.each([
		["one column of forty million rows", emptyPng({ width: 1, height: 40_000_000 })],
		["more than 31 bits", emptyPng({ width: 0xffff_ffff, height: 0xffff_ffff })],
		["the largest JPEG", jpegHeader({ width: 65_535, height: 65_535 })],
		[
			"an animation's canvas",
			Buffer.from("RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\xff\xff\xff\xff\xff", "latin1"),
		],
	])("of %s is refused", async (_, upload) => {
		expect(await problemOf(upload)).toBe(IMAGE_TOO_MANY_PIXELS);
	});

	it("of nothing, or one that comes after the picture, is none", async () => {
		expect(await problemOf(emptyPng({ width: 0, height: 9 }))).toBe(IMAGE_UNREADABLE);
		expect(await problemOf(jpegHeader({ height: 0 }))).toBe(IMAGE_UNREADABLE);
		expect(await problemOf(jpegHeader({ factors: [] }))).toBe(IMAGE_UNREADABLE);
		expect(await problemOf(webpHeader({ width: 0, height: 9 }))).toBe(IMAGE_UNREADABLE);
	});
});

describe("scans", () => {
	it.each([
		[100, null],
		[101, IMAGE_TOO_MANY_SCANS],
	])("%i: %s", async (scans, problem) => {
		expect(await problemOf(jpegHeader({ scans }))).toBe(problem);
		expect(await problemOf(jpegOfScans({ ...SMALL, scans }))).toBe(problem);
	});
});

describe("parts", () => {
	it.each([
		["segments", (count: number) => jpegOfSegments(count)],
		["chunks of a PNG", async (count: number) => pngOfChunks(count)],
		["chunks of a WebP", (count: number) => webpOfChunks(count)],
		["frames", (count: number) => webpOfFrames({ ...SMALL, count })],
	])("2,000 %s, and some more", async (_, of) => {
		expect(await problemOf(of(1_980))).toBeNull();
		expect(await problemOf(of(2_000))).toBe(IMAGE_TOO_MANY_PARTS);
	});
});

describe("memory that a decoder must hold at once", () => {
	const square = { width: 6_324, height: 6_324 };

	it.each([
		["JPEG in one scan", null, () => jpegHeader({ ...square, factors: [0x11, 0x11, 0x11] })],
		["JPEG in two", IMAGE_TOO_HEAVY, () => jpegHeader({ ...square, factors: [0x11, 0x11, 0x11], scans: 2 })],
		["progressive JPEG", IMAGE_TOO_HEAVY, () => jpegHeader({ ...square, factors: [0x11, 0x11, 0x11], marker: 0xc2 })],
		["progressive JPEG with coarser colours", null, () => jpegHeader({ ...square, marker: 0xc2 })],
		["CMYK", IMAGE_TOO_HEAVY, () => jpegHeader({ ...square, factors: [0x11, 0x11, 0x11, 0x11], marker: 0xc2 })],
		["interlaced PNG", null, () => interlaced({ colourType: 6, depth: 8 })],
		["interlaced PNG of 16 bits", IMAGE_TOO_HEAVY, () => interlaced({ colourType: 6, depth: 16 })],
		["interlaced grey", null, () => interlaced({ colourType: 4, depth: 16 })],
		["interlaced colours of 16 bits", IMAGE_TOO_HEAVY, () => interlaced({ colourType: 2, depth: 16 })],
		["plain PNG of 16 bits", null, () => pngOf(square, { colourType: 6, depth: 16, data: Buffer.alloc(0) })],
	])("%s of 40 megapixels: %s", async (_, problem, upload) => {
		expect(await problemOf(upload())).toBe(problem);
	});

	it("a progressive photo of 24 megapixels is none", async () => {
		const upload = jpegHeader({ width: 6_000, height: 4_000, factors: [0x11, 0x11, 0x11], marker: 0xc2 });
		expect(await problemOf(upload)).toBeNull();
	});

	it("an animation takes more than a picture", async () => {
		expect(await problemOf(webpOfFrames({ width: 4_000, height: 4_000, count: 1 }))).toBeNull();
		expect(await problemOf(webpOfFrames({ width: 4_000, height: 4_001, count: 1 }))).toBe(IMAGE_TOO_HEAVY);
		expect(await problemOf(losslessWebp({ width: 4_000, height: 4_001 }))).toBeNull();
	});

	function interlaced(parts: { colourType: number; depth: number }): Buffer {
		return pngOf(square, { ...parts, interlacing: 1, data: Buffer.alloc(0) });
	}
});

describe("what is read", () => {
	it.each([
		["jpeg", twoColours(SMALL).jpeg()],
		["progressive jpeg", twoColours(SMALL).jpeg({ progressive: true })],
		[
			"jpeg with a profile and metadata",
			twoColours(SMALL)
				.withIccProfile("p3")
				.withExif({ IFD0: { Copyright: "A" } })
				.jpeg(),
		],
		["interlaced png", twoColours(SMALL).png({ progressive: true, palette: true })],
		["webp", twoColours(SMALL).webp()],
		["lossless webp with transparency", twoColours(SMALL).ensureAlpha(0.5).webp({ lossless: true })],
		[
			"webp with metadata",
			twoColours(SMALL)
				.withExif({ IFD0: { Copyright: "A" } })
				.webp(),
		],
	])("is harmless in %s", async (_, image) => {
		expect(await problemOf(image.toBuffer())).toBeNull();
	});

	it("is whole, or refused in our words, whatever has happened to a picture", async () => {
		const storedImages = await Promise.all([
			jpegOfScans({ ...SMALL, scans: 30 }),
			pngOfZeros({ ...SMALL, isInterlaced: true }),
			webpOfFrames({ ...SMALL, count: 9 }),
			sharp(await losslessWebp(SMALL))
				.webp()
				.toBuffer(),
		]);
		const damage = fc.asyncProperty(fc.nat(storedImages.length - 1), changes, async (which, list) => {
			try {
				assertSafeImage(changed(storedImages[which] ?? Buffer.alloc(0), list));
			} catch (error) {
				expect(error).toBeInstanceOf(AppError);
			}
		});
		await fc.assert(damage, { numRuns: 2_000 });
	});
});
