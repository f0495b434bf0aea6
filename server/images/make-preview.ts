import sharp, { type OutputInfo, type Sharp, type SharpOptions } from "sharp";
import { type ImageCut, isWithin } from "#shared/images/image-cut.ts";
import { IMAGE_MAX_PIXELS, PICTURE_SIZES, type PictureShape } from "#shared/images/image-file.ts";

/** WhatsApp drops pictures above roughly 300 KB. */
const MAX_JPEG_BYTES = 280_000;
const QUALITIES = [84, 76, 68, 60, 52, 44, 36, 28, 20, 10];
const MAX_ENLARGEMENT = 2;

const INPUT: SharpOptions = { limitInputPixels: IMAGE_MAX_PIXELS, pages: 1, failOn: "error", sequentialRead: true };

// Loaders of every other format stay shut, whatever a file claims to be: SVG and PDF ones have read other files before.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"] });
// One thread for each picture leaves the other cores to the public links.
sharp.concurrency(1);
sharp.cache(false);

/** What a picture is made into: which shape, and which section of the original; null where that is chosen here. */
export type Section = { shape?: PictureShape; cut?: ImageCut | null };

/**
 * Makes one JPEG of 1200x630, or a square (P203), and at most 280,000 bytes (P60): upright, on white, cropped to the part that draws
 * the eye, without metadata. What is too small for the whole area is enlarged at most 2x and set on a blurred copy of
 * itself. An animated picture gives its first frame. Of a section that someone chose, all is shown and nothing next to.
 * @throws CutOutside for a section that is not within the picture; Error for anything but JPEG, PNG and WebP, a broken
 * picture, or one above 40 megapixels.
 */
export async function makePreview(upload: Buffer, { cut = null, shape = "wide" }: Section = {}): Promise<Buffer> {
	const { autoOrient: size, orientation = 1 } = await sharp(upload, INPUT).metadata();
	const made = PICTURE_SIZES[shape];
	if (cut) {
		if (!isWithin(cut, size)) throw new CutOutside();
		return await encode(await cutOut(upload, { cut, size, orientation, made }));
	}
	const cover = Math.max(made.width / size.width, made.height / size.height);
	const pixels =
		cover <= MAX_ENLARGEMENT ? await cropped(upload, { cover, made }) : await onBlurredCopy(upload, { size, made });
	return await encode(pixels);
}

/** The section that was asked for is not within the picture. */
export class CutOutside extends Error {}

type Size = { width: number; height: number };
type Pixels = { data: Buffer; info: OutputInfo };

/**
 * Shrunk first and cropped after, so that a large original never is in memory as a whole; cropped first and
 * enlarged after, so that a long strip is never enlarged as a whole.
 */
async function cropped(upload: Buffer, { cover, made }: { cover: number; made: Size }): Promise<Pixels> {
	const scale = Math.max(1, cover);
	const area = { width: Math.floor(made.width / scale), height: Math.floor(made.height / scale) };
	const shrunk = await toPixels(open(upload).resize({ ...area, fit: "outside" }));
	const part = await toPixels(reopen(shrunk).resize({ ...area, fit: "cover", position: sharp.strategy.attention }));
	return toPixels(reopen(part).resize({ ...made, fit: "fill" }));
}

async function onBlurredCopy(upload: Buffer, { size, made }: { size: Size; made: Size }): Promise<Pixels> {
	const { width, height } = made;
	const scale = Math.min(width / size.width, height / size.height, MAX_ENLARGEMENT);
	const picture = await toPixels(
		open(upload).resize({
			width: Math.max(1, Math.round(size.width * scale)),
			height: Math.max(1, Math.round(size.height * scale)),
			fit: "fill",
		}),
	);
	// Blurring a small copy and enlarging that looks the same as blurring the whole area, and takes a hundredth of the time.
	const backdrop = await toPixels(
		reopen(picture)
			.resize({ width: Math.round(width / 20), height: Math.round(height / 20), fit: "fill" })
			.blur(4),
	);
	return toPixels(
		reopen(backdrop)
			.resize({ width, height, fit: "fill", kernel: "cubic" })
			.composite([{ input: picture.data, raw: rawOf(picture) }]),
	);
}

/** What turns a picture upright, by its orientation: first mirrored from left to right, then turned clockwise. */
const TURNS: Record<number, { isMirrored: boolean; angle: number }> = {
	2: { isMirrored: true, angle: 0 },
	3: { isMirrored: false, angle: 180 },
	4: { isMirrored: true, angle: 180 },
	5: { isMirrored: true, angle: 270 },
	6: { isMirrored: false, angle: 90 },
	7: { isMirrored: true, angle: 90 },
	8: { isMirrored: false, angle: 270 },
};

type Cutting = {
	cut: ImageCut;
	/** Size of the upright image. */
	size: Size;
	/** As EXIF numbers them, 1 to 8. */
	orientation: number;
	/** The size of what is made. */
	made: Size;
};

/**
 * Cut from the rows as they are stored and shrunk before it is turned upright: a large original that the camera turned
 * would else be in memory twice. What is enlarged is turned before: libvips moves that by half a pixel to the left.
 */
async function cutOut(upload: Buffer, { cut, size, orientation, made }: Cutting): Promise<Pixels> {
	const stored = storedCut(cut, size, orientation);
	const area = { left: stored.x, top: stored.y, width: stored.width, height: stored.height };
	const least = orientation >= 5 ? { width: made.height, height: made.width } : made;
	const isEnlarged = area.width < least.width || area.height < least.height;
	const shrunk = isEnlarged ? { width: area.width, height: area.height } : least;
	const part = await toPixels(
		sharp(upload, INPUT)
			.flatten({ background: "white" })
			.extract(area)
			.resize({ ...shrunk, fit: "fill" }),
	);
	const { isMirrored, angle } = TURNS[orientation] ?? { isMirrored: false, angle: 0 };
	// One after the other: within one pipeline they have an order of their own.
	const mirrored = isMirrored ? await toPixels(reopen(part).flop()) : part;
	const upright = angle === 0 ? mirrored : await toPixels(reopen(mirrored).rotate(angle));
	return await toPixels(reopen(upright).resize({ ...made, fit: "fill" }));
}

/** Where a section of the upright picture is in the stored one. */
function storedCut({ x, y, width, height }: ImageCut, size: Size, orientation: number): ImageCut {
	const fromRight = size.width - x - width;
	const fromBottom = size.height - y - height;
	const lying = { width: height, height: width };
	switch (orientation) {
		case 2:
			return { x: fromRight, y, width, height };
		case 3:
			return { x: fromRight, y: fromBottom, width, height };
		case 4:
			return { x, y: fromBottom, width, height };
		case 5:
			return { x: y, y: x, ...lying };
		case 6:
			return { x: y, y: fromRight, ...lying };
		case 7:
			return { x: fromBottom, y: fromRight, ...lying };
		case 8:
			return { x: fromBottom, y: x, ...lying };
		default:
			return { x, y, width, height };
	}
}

async function encode(pixels: Pixels): Promise<Buffer> {
	let jpeg = Buffer.alloc(0);
	for (const quality of QUALITIES) {
		jpeg = await reopen(pixels).jpeg({ quality, mozjpeg: true }).toBuffer();
		if (jpeg.length <= MAX_JPEG_BYTES) break;
	}
	return jpeg;
}

function open(upload: Buffer): Sharp {
	return sharp(upload, INPUT).autoOrient().flatten({ background: "white" });
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
