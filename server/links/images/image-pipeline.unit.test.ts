import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { emptyPng, noise, pixelAt, twoColours } from "#server/testing/corpora/images.ts";
import { createImagePipeline } from "./image-pipeline.ts";
import { makePreview } from "./make-preview.ts";

const judge = createImagePipeline({ make: makePreview });
const pipeline = (upload: Buffer) => judge(upload, "somebody");
const landscape = { width: 1300, height: 700 };
const RED = [254, 0, 0];
const BLUE = [0, 0, 254];

async function expectPreview(upload: Buffer): Promise<Buffer> {
	const jpeg = await pipeline(upload);
	const { format, width, height, space, exif, icc, xmp, iptc, orientation } = await sharp(jpeg).metadata();
	expect({ format, width, height, space }).toEqual({ format: "jpeg", width: 1200, height: 630, space: "srgb" });
	expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
	expect(jpeg.length).toBeLessThanOrEqual(280_000);
	return jpeg;
}

const close = (pixel: number[], colour: number[], by = 12) => {
	for (const [n, value] of colour.entries()) expect(Math.abs((pixel[n] ?? 999) - value)).toBeLessThanOrEqual(by);
};

describe("a preview picture", () => {
	it.each(["jpeg", "png", "webp"] as const)("is made of %s", async (format) => {
		const jpeg = await expectPreview(await twoColours(landscape).toFormat(format).toBuffer());
		close(await pixelAt(jpeg, 10, 10), RED);
		close(await pixelAt(jpeg, 1190, 620), BLUE);
	});

	it.each([
		["grey with 16 bits", twoColours(landscape).toColourspace("grey16").png()],
		["CMYK", twoColours(landscape).toColourspace("cmyk").jpeg()],
		["a wide gamut", twoColours(landscape).withIccProfile("p3").jpeg()],
		["a palette", twoColours(landscape).png({ palette: true })],
		["interlaced rows", twoColours(landscape).png({ progressive: true })],
		["progressive scans", twoColours(landscape).jpeg({ progressive: true })],
	])("is made of a picture with %s", async (_, image) => {
		await expectPreview(await image.toBuffer());
	});

	it.each([
		[3000, 2000],
		[1200, 630],
		[600, 315],
		[100, 100],
		[1, 1],
		[1, 10_000],
		[16_000, 100],
		[600, 16_384],
	])("is made of %i x %i", async (width, height) => {
		await expectPreview(await twoColours({ width, height }).png().toBuffer());
	});

	it("stands upright and says nothing of camera and place (E11)", async () => {
		// Turned by the camera: the file's left half, red, is the upper half when seen upright.
		const turned = await twoColours({ width: 1400, height: 1400 })
			.withExif({ IFD0: { Copyright: "Ada" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "38/1 43/1 0/1" } })
			.withMetadata({ orientation: 6 })
			.jpeg()
			.toBuffer();
		expect((await sharp(turned).metadata()).exif?.includes("Ada")).toBe(true);

		const jpeg = await expectPreview(turned);

		close(await pixelAt(jpeg, 10, 10), RED);
		close(await pixelAt(jpeg, 1190, 10), RED);
		close(await pixelAt(jpeg, 10, 620), BLUE);
		expect(jpeg.includes("Ada")).toBe(false);
		expect(jpeg.includes("Exif")).toBe(false);
	});

	it("is light whatever was sent", async () => {
		await expectPreview(await noise({ width: 1200, height: 630 }).png().toBuffer());
	});

	it("shows the part that draws the eye where enough stays when it is cropped", async () => {
		const eye = await sharp({ create: { width: 1200, height: 60, channels: 3, background: "#ff3020" } })
			.png()
			.toBuffer();
		const tall = sharp({ create: { width: 1200, height: 730, channels: 3, background: "#808080" } });
		const jpeg = await expectPreview(
			await tall
				.composite([{ input: eye, left: 0, top: 670 }])
				.png()
				.toBuffer(),
		);
		close(await pixelAt(jpeg, 600, 620), [0xff, 0x30, 0x20], 40);
	});

	it("enlarges a small original twice at most, on a blurred copy of itself", async () => {
		const green = { create: { width: 100, height: 100, channels: 3 as const, background: "#00ff00" } };
		const dot = await sharp(green)
			.extend({ top: 50, bottom: 50, left: 50, right: 50, background: "#ff00ff" })
			.png()
			.toBuffer();
		const jpeg = await expectPreview(dot);
		// 200x200 becomes 400x400 in the middle, 400 to 800 across; its inner square 500 to 700.
		close(await pixelAt(jpeg, 600, 315), [0, 255, 0]);
		close(await pixelAt(jpeg, 510, 315), [0, 255, 0], 40);
		close(await pixelAt(jpeg, 410, 315), [255, 0, 255], 40);
		close(await pixelAt(jpeg, 490, 315), [255, 0, 255], 40);
		const beside = await pixelAt(jpeg, 390, 315);
		expect(beside).not.toEqual(await pixelAt(jpeg, 410, 315));
	});

	it("is the first frame of an animation", async () => {
		const frames = await Promise.all(
			["#ff0000", "#0000ff"].map((background) =>
				sharp({ create: { ...landscape, channels: 3, background } })
					.png()
					.toBuffer(),
			),
		);
		const animation = await sharp(frames, { join: { animated: true } })
			.webp({ delay: [100, 100] })
			.toBuffer();
		expect((await sharp(animation).metadata()).pages).toBe(2);
		close(await pixelAt(await expectPreview(animation), 600, 300), RED);
	});

	it("holds nothing that was hidden behind the original (E8)", async () => {
		const png = await twoColours(landscape).png().toBuffer();
		const jpeg = await expectPreview(Buffer.concat([png, Buffer.from("<script>alert(1)</script>PK\x03\x04")]));
		expect(jpeg.includes("<script>")).toBe(false);
		expect(jpeg.includes("PK\x03\x04")).toBe(false);
	});
});

describe("what is no picture for us", () => {
	it.each([
		["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
		["SVG behind an XML line", Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
		["PDF", Buffer.from("%PDF-1.7\n")],
		["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
		["BMP", Buffer.from("BM\x46\x00\x00\x00", "latin1")],
		["ICO", Buffer.from("00000100", "hex")],
		["PSD", Buffer.from("8BPS\x00\x01")],
		["ZIP", Buffer.from("PK\x03\x04")],
		["a WAV in the same wrapping as WebP", Buffer.from("RIFF\x24\x00\x00\x00WAVEfmt ")],
		["PPM", Buffer.from("P6 1 1 255 abc")],
		["Radiance", Buffer.from("#?RADIANCE\n")],
		["FITS", Buffer.from("SIMPLE  =                    T")],
		["JPEG XL", Buffer.from("ff0a", "hex")],
		["JPEG 2000", Buffer.from("0000000c6a5020200d0a870a", "hex")],
		["text", Buffer.from("hello")],
		["nothing", Buffer.alloc(0)],
		["noise", randomBytes(1000).fill(0, 0, 3)],
	])("is %s: 415 (E7)", async (_, bytes) => {
		await expect(async () => pipeline(bytes)).rejects.toMatchObject({
			kind: "unsupported_type",
			message: "Please select an image file",
		});
	});

	it.each(["gif", "tiff", "avif", "heic"] as const)(
		"is a real %s, which its message names: 415 (E7)",
		async (format) => {
			const heic = Buffer.from("000000186674797068656963", "hex");
			const bytes = format === "heic" ? heic : await twoColours({ width: 40, height: 40 }).toFormat(format).toBuffer();
			await expect(async () => pipeline(bytes)).rejects.toMatchObject({
				kind: "unsupported_type",
				message: `${format.toUpperCase()} images can't be used. Save this one as JPG, PNG or WebP and choose it again`,
			});
		},
	);

	it("is one above 40 megapixels: 400, before it is unpacked (E9)", async () => {
		for (const size of [
			{ width: 30_000, height: 30_000 },
			{ width: 6_400, height: 6_400 },
		]) {
			// Unpacked, it would be unreadable: it has no pixels.
			await expect(pipeline(emptyPng(size))).rejects.toMatchObject({ code: "image_too_many_pixels" });
		}
	});

	it.each(["jpeg", "png", "webp"] as const)("is a %s cut off anywhere: 400 (E10)", async (format) => {
		const whole = await noise({ width: 200, height: 120 }).toFormat(format).toBuffer();
		for (let percent = 1; percent < 100; percent += 1) {
			const cut = whole.subarray(0, Math.floor((whole.length * percent) / 100));
			await expect(async () => pipeline(cut), `${percent}%`).rejects.toMatchObject({ kind: "invalid" });
		}
	});

	it("is a good beginning followed by nonsense: 400", async () => {
		for (const start of ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "RIFF\x00\x00\x00\x00WEBP"]) {
			const bytes = Buffer.concat([Buffer.from(start, "latin1"), randomBytes(5000)]);
			await expect(pipeline(bytes)).rejects.toMatchObject({ kind: "invalid" });
		}
	});
});

describe("many at once (E14)", () => {
	it("wait in a queue, and beyond it are told to come back", async () => {
		const image = await twoColours(landscape).png().toBuffer();
		const busy = createImagePipeline({ make: makePreview, running: 1, waiting: 3 });

		const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => busy(image, "somebody")));

		const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
		expect(refused).toHaveLength(6);
		for (const error of refused) expect(error).toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
		await expect(busy(image, "somebody")).resolves.toBeInstanceOf(Buffer);
	});
});
