import sharp, { type Sharp } from "sharp";
import { type ImageCut, isWithin, leastCut, nearestCut } from "#shared/links/images/image-cut.ts";
import { IMAGE_SIZES, type ImageShape } from "#shared/links/images/image-file.ts";

type Size = { width: number; height: number };
type Pixels = { data: Buffer; size: Size };

/** An image as it stands upright, and a section of it. */
export type ProofImage = {
	upright: Pixels;
	shape: ImageShape;
	cut: ImageCut;
	/** What the section looks like in a card, and those that have one edge one or two pixels further in or out. */
	references: { away: number; greys: Buffer }[];
};

/** How wide and high a block of one colour is. */
const GRAIN = 8;
/** As EXIF numbers them. */
export const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const ENCODERS = {
	jpeg: (image: Sharp) => image.jpeg({ quality: 95 }),
	png: (image: Sharp) => image.png({ compressionLevel: 1 }),
	webp: (image: Sharp) => image.webp({ quality: 95, effort: 0 }),
};
export const FORMATS = ["jpeg", "png", "webp"] as const;
type Format = (typeof FORMATS)[number];

/** Numbers from 0 to 1 that are the same in every run. */
function createRandom(seed: number): () => number {
	let state = seed + 1;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return state / 2_147_483_647;
	};
}

/**
 * An image of coloured grains and a section of it, the same in every run. What the section looks like is made here by
 * moving pixel by pixel, with nothing that the product uses.
 * @param maxAway by how many pixels an edge of the references is away at most; more of them only say how far a wrong one is
 */
export async function proofImage(seed: number, shape: ImageShape, maxAway: 1 | 2): Promise<ProofImage> {
	const random = createRandom(seed * 7_919 + 13);
	const upright = grains({ width: 620 + Math.floor(random() * 900), height: 330 + Math.floor(random() * 900) }, random);
	const wish = { x: random() * 900, y: random() * 900, width: leastCut(shape).width + random() * 900, height: 0 };
	const cut = nearestCut(wish, upright.size, shape);
	const inside = candidates(cut, maxAway).filter(({ section }) => isWithin(section, upright.size));
	const references = inside.map(async ({ section, away }) => ({
		away,
		greys: await reference(upright, section, shape),
	}));
	return { upright, shape, cut, references: await Promise.all(references) };
}

/** The file of an image as a camera stores it that turned it so. */
export function turnedUpload({ upright }: ProofImage, orientation: number, format: Format): Promise<Buffer> {
	const stored = asStored(upright, orientation);
	const raw = { ...stored.size, channels: 3 as const };
	return ENCODERS[format](sharp(stored.data, { raw }).withMetadata({ orientation })).toBuffer();
}

/**
 * By how many pixels of the original the edges of a finished image are away from the section that was asked for: of
 * all references, the one that the image is most like.
 */
export async function edgesAway(jpeg: Buffer, { references }: ProofImage): Promise<number> {
	const made = await sharp(jpeg).greyscale().raw().toBuffer();
	const found = references.map(({ away, greys }) => ({ away, difference: difference(made, greys) }));
	return found.reduce((best, each) => (each.difference < best.difference ? each : best)).away;
}

function candidates({ x, y, width, height }: ImageCut, maxAway: 1 | 2): { section: ImageCut; away: number }[] {
	const distances = maxAway === 2 ? [-2, -1, 1, 2] : [-1, 1];
	const moved = distances.flatMap((by) => [
		{ section: { x: x + by, y, width: width - by, height }, away: Math.abs(by) },
		{ section: { x, y: y + by, width, height: height - by }, away: Math.abs(by) },
		{ section: { x, y, width: width + by, height }, away: Math.abs(by) },
		{ section: { x, y, width, height: height + by }, away: Math.abs(by) },
	]);
	return [{ section: { x, y, width, height }, away: 0 }, ...moved];
}

/**
 * The greys of a section, row by row, in the size of a card's image. They have been a JPEG, too: of small grains its
 * noise is more than what one pixel makes.
 */
async function reference({ data, size }: Pixels, section: ImageCut, shape: ImageShape): Promise<Buffer> {
	const { x, y, width, height } = section;
	const part = Buffer.alloc(width * height * 3);
	for (let row = 0; row < height; row += 1) {
		const from = ((y + row) * size.width + x) * 3;
		data.copy(part, row * width * 3, from, from + width * 3);
	}
	const jpeg = await sharp(part, { raw: { width, height, channels: 3 } })
		.resize({ ...IMAGE_SIZES[shape], fit: "fill" })
		.jpeg({ quality: 84, mozjpeg: true })
		.toBuffer();
	return sharp(jpeg).greyscale().raw().toBuffer();
}

function difference(one: Buffer, other: Buffer): number {
	let sum = 0;
	// Every seventh pixel: all columns and rows take part.
	for (let at = 0; at < one.length; at += 7) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
	return sum;
}

/** `Buffer.copy` takes many times as long for three bytes. */
function copyPixel(from: Buffer, at: number, to: Buffer, toAt: number): void {
	to[toAt * 3] = from[at * 3] ?? 0;
	to[toAt * 3 + 1] = from[at * 3 + 1] ?? 0;
	to[toAt * 3 + 2] = from[at * 3 + 2] ?? 0;
}

/** Blocks in colours of chance: they survive a JPEG that is small enough at once, and a shift by one pixel is seen. */
function grains(size: Size, random: () => number): Pixels {
	const across = Math.ceil(size.width / GRAIN);
	const colours = Buffer.from(
		Array.from({ length: across * Math.ceil(size.height / GRAIN) * 3 }, () => 48 + Math.floor(random() * 160)),
	);
	const data = Buffer.alloc(size.width * size.height * 3);
	for (let y = 0; y < size.height; y += 1) {
		for (let x = 0; x < size.width; x += 1) {
			copyPixel(colours, Math.floor(y / GRAIN) * across + Math.floor(x / GRAIN), data, y * size.width + x);
		}
	}
	return { data, size };
}

/** What each orientation says of the first row and the first column that are stored: EXIF 2.32, tag 0x0112. */
const FIRST_ROW_AND_COLUMN = [
	["top", "left"],
	["top", "right"],
	["bottom", "right"],
	["bottom", "left"],
	["left", "top"],
	["right", "top"],
	["right", "bottom"],
	["left", "bottom"],
] as const;

function asStored({ data, size }: Pixels, orientation: number): Pixels {
	const [row = "top", column = "left"] = FIRST_ROW_AND_COLUMN[orientation - 1] ?? [];
	const isOnItsSide = row === "left" || row === "right";
	const stored = isOnItsSide ? { width: size.height, height: size.width } : size;
	const turned = Buffer.alloc(data.length);
	const along = (edge: "top" | "left" | "right" | "bottom", at: number) => {
		if (edge === "right") return size.width - 1 - at;
		return edge === "bottom" ? size.height - 1 - at : at;
	};
	for (let sy = 0; sy < stored.height; sy += 1) {
		for (let sx = 0; sx < stored.width; sx += 1) {
			const [x, y] = isOnItsSide ? [along(row, sy), along(column, sx)] : [along(column, sx), along(row, sy)];
			copyPixel(data, y * size.width + x, turned, sy * stored.width + sx);
		}
	}
	return { data: turned, size: stored };
}
