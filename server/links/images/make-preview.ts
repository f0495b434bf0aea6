import sharp, { type OutputInfo, type Sharp, type SharpOptions } from "sharp";
import { type Color, edgeColor, GROUND_COLORS, groundOfTransparent } from "#shared/links/images/ground-color.ts";
import {
	fittedSize,
	type Ground,
	type ImageCut,
	isCroppedAtFirst,
	isWithin,
	wholeOf,
} from "#shared/links/images/image-cut.ts";
import { IMAGE_MAX_PIXELS, IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";
import { readJpegHeader } from "./jpeg-header.ts";
import { storedCut, TURNS } from "./orientation.ts";

/** WhatsApp drops images above roughly 300 KB. */
const MAX_JPEG_BYTES = 280_000;
const QUALITIES = [84, 76, 68, 60, 52, 44, 36, 28, 20, 10];

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

const INPUT: SharpOptions = { limitInputPixels: IMAGE_MAX_PIXELS, pages: 1, failOn: "error", sequentialRead: true };

// All other loaders stay blocked, whatever a file claims to be: SVG and PDF loaders have read other files before.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
// One thread per image leaves the other cores to the public links.
sharp.concurrency(1);
sharp.cache(false);

/** The shape and crop of an image; null where the server chooses. */
export type Section = { shape?: ImageShape; cut?: ImageCut | null };

/**
 * An upright JPEG (P60), 1200x630 or square (P203), cropped to the salient part or shown whole on a background (P500).
 * @throws CutOutside for a crop outside the image; Error for anything but JPEG, PNG and WebP, a broken image, or one
 * above 40 megapixels
 */
export async function makePreview(file: Buffer, { cut = null, shape = "wide" }: Section = {}): Promise<Buffer> {
	const open = openerOf(file);
	const { autoOrient: size, orientation = 1, hasAlpha } = await open().metadata();
	if (cut && !isWithin(cut, size)) throw new CutOutside();
	const wished = cut?.ground;
	const isPlain = wished === "white" || wished === "black";
	const behind = hasAlpha && !isPlain ? groundOfTransparent(await small(open)) : null;
	const flat = isPlain ? wished : (behind ?? "white");
	const made = IMAGE_SIZES[shape];
	if (!cut && isCroppedAtFirst(size, shape)) return await encode(await cropped(open, { size, made, flat }));
	const section = cut ?? wholeOf(size);
	const place = { cut: section, size, orientation, flat };
	if (!section.fit) return await encode(await cutOut(open, { ...place, to: made }));
	const picture = await cutOut(open, { ...place, to: fittedSize(section, shape) });
	return await encode(await onGround(picture, { made, ground: wished ?? behind ?? "blur" }));
}

export class CutOutside extends Error {}

type Open = () => Sharp;
type Size = { width: number; height: number };
type Pixels = { data: Buffer; info: OutputInfo };
type Flat = "white" | "black";

/** Some encoders omit a JPEG's end marker. With it, the decoder only warns about missing rows. */
function openerOf(file: Buffer): Open {
	if (file[0] !== 0xff || isEnded(file)) return () => sharp(file, INPUT);
	const ended = Buffer.concat([file, END_OF_JPEG]);
	return () => sharp(ended, { ...INPUT, failOn: "warning" });
}

function isEnded(jpeg: Buffer): boolean {
	return jpeg.subarray(0, readJpegHeader(jpeg)?.end).subarray(-2).equals(END_OF_JPEG);
}

async function small(open: Open) {
	const { data, info } = await toPixels(
		open().resize({ width: 256, height: 256, fit: "inside", withoutEnlargement: true }).ensureAlpha(),
	);
	return { data, ...rawOf({ data, info }) };
}

/** Shrunk before cropping and cropped before enlarging, so that no large image is in memory whole. */
async function cropped(open: Open, { size, made, flat }: { size: Size; made: Size; flat: Flat }): Promise<Pixels> {
	const scale = Math.max(1, made.width / size.width, made.height / size.height);
	const area = { width: Math.floor(made.width / scale), height: Math.floor(made.height / scale) };
	const upright = open().autoOrient().flatten({ background: flat });
	const shrunk = await toPixels(upright.resize({ ...area, fit: "outside" }));
	const part = await toPixels(reopen(shrunk).resize({ ...area, fit: "cover", position: sharp.strategy.attention }));
	return toPixels(reopen(part).resize({ ...made, fit: "fill" }));
}

async function onGround(picture: Pixels, { made, ground }: { made: Size; ground: Ground }): Promise<Pixels> {
	const { width, height } = made;
	const canvas = ground === "blur" ? await blurredCopy(picture, made) : plain(made, colorOf(ground, picture, made));
	const at = {
		left: Math.round((width - picture.info.width) / 2),
		top: Math.round((height - picture.info.height) / 2),
	};
	return toPixels(canvas.composite([{ input: picture.data, raw: rawOf(picture), ...at }]));
}

/** Blurring a small copy and enlarging it looks the same, in a hundredth of the time. */
async function blurredCopy(picture: Pixels, { width, height }: Size): Promise<Sharp> {
	const backdrop = await toPixels(
		reopen(picture)
			.resize({ width: Math.round(width / 20), height: Math.round(height / 20), fit: "fill" })
			.blur(4),
	);
	return reopen(backdrop).resize({ width, height, fit: "fill", kernel: "cubic" });
}

function colorOf(ground: Exclude<Ground, "blur">, picture: Pixels, made: Size): Color {
	return ground === "edge" ? edgeColor({ data: picture.data, ...rawOf(picture) }, made) : GROUND_COLORS[ground];
}

function plain(size: Size, background: Color): Sharp {
	return sharp({ create: { ...size, channels: 3, background } });
}

type Cutting = {
	cut: ImageCut;
	size: Size;
	orientation: number;
	flat: Flat;
	to: Size;
};

/** Shrunk before rotating to save memory; enlarged after it, because libvips shifts it left by half a pixel. */
async function cutOut(open: Open, { cut, size, orientation, flat, to }: Cutting): Promise<Pixels> {
	const stored = storedCut(cut, size, orientation);
	const area = { left: stored.x, top: stored.y, width: stored.width, height: stored.height };
	const least = orientation >= 5 ? { width: to.height, height: to.width } : to;
	const isEnlarged = area.width < least.width || area.height < least.height;
	const shrunk = isEnlarged ? { width: area.width, height: area.height } : least;
	const isWhole = cut.width === size.width && cut.height === size.height;
	const flattened = open().flatten({ background: flat });
	// An uncropped image can be shrunk while decoding.
	const part = await toPixels((isWhole ? flattened : flattened.extract(area)).resize({ ...shrunk, fit: "fill" }));
	const { isMirrored, angle } = TURNS[orientation] ?? { isMirrored: false, angle: 0 };
	// One after the other: within one pipeline, sharp reorders them.
	const mirrored = isMirrored ? await toPixels(reopen(part).flop()) : part;
	const upright = angle === 0 ? mirrored : await toPixels(reopen(mirrored).rotate(angle));
	return await toPixels(reopen(upright).resize({ ...to, fit: "fill" }));
}

/** Full chroma if it fits, as small colored text needs; else subsampled (P501). */
async function encode(pixels: Pixels): Promise<Buffer> {
	const [best = 0] = QUALITIES;
	let jpeg = await reopen(pixels).jpeg({ quality: best, mozjpeg: true, chromaSubsampling: "4:4:4" }).toBuffer();
	for (const quality of QUALITIES) {
		if (jpeg.length <= MAX_JPEG_BYTES) break;
		jpeg = await reopen(pixels).jpeg({ quality, mozjpeg: true }).toBuffer();
	}
	return jpeg;
}

function toPixels(image: Sharp): Promise<Pixels> {
	return image.toColourspace("srgb").raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
}

function reopen(pixels: Pixels): Sharp {
	return sharp(pixels.data, { raw: rawOf(pixels) });
}

function rawOf({ info: { width, height, channels } }: Pixels) {
	return { width, height, channels };
}
