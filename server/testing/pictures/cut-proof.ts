import sharp from "sharp";
import { type ImageCut, leastCut, nearestCut } from "#shared/links/image-cut.ts";
import { PICTURE_SIZES, type PictureShape } from "#shared/links/image-file.ts";

type Size = { width: number; height: number };
type Pixels = { data: Buffer; size: Size };
export type ProofCase = {
	upload: Buffer;
	upright: Pixels;
	cut: ImageCut;
	shape: PictureShape;
	orientation: number;
	format: Format;
};
const FORMATS = ["jpeg", "png", "webp"] as const;
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
 * A picture of coloured grains, stored as a camera stores what it turned (EXIF orientations 1 to 8 in turn), and a
 * section of it. What it looks like upright is made here by moving pixel by pixel, with nothing that the product uses.
 */
export async function proofCase(seed: number, shape: PictureShape): Promise<ProofCase> {
	const random = createRandom(seed * 7_919 + 13);
	const upright = grains({ width: 620 + Math.floor(random() * 900), height: 330 + Math.floor(random() * 900) }, random);
	const wish = { x: random() * 900, y: random() * 900, width: leastCut(shape).width + random() * 900, height: 0 };
	const cut = nearestCut(wish, upright.size, shape);
	const orientation = (seed % 8) + 1;
	// Both counts share no divisor, so that each format comes in all orientations.
	const format = FORMATS[seed % 3] ?? "png";
	const stored = asStored(upright, orientation);
	const raw = { ...stored.size, channels: 3 as const };
	const upload = await sharp(stored.data, { raw })
		.withMetadata({ orientation })
		.toFormat(format, { quality: 95 })
		.toBuffer();
	return { upload, upright, cut, shape, orientation, format };
}

/**
 * By how many pixels of the original the edges of a finished picture are away from a section: of it, and of those that
 * have one edge one or two pixels further in or out, the one that the picture is most like.
 */
export async function edgesAway(
	jpeg: Buffer,
	{ upright, cut, shape }: Pick<ProofCase, "upright" | "cut" | "shape">,
): Promise<number> {
	const made = await sharp(jpeg).raw().toBuffer();
	const differences = await Promise.all(
		candidates(cut).map(async ({ section, away }) => ({
			away,
			difference: isInside(section, upright.size)
				? difference(made, await reference(upright, { section, shape }))
				: Infinity,
		})),
	);
	return differences.reduce((best, each) => (each.difference < best.difference ? each : best)).away;
}

function candidates({ x, y, width, height }: ImageCut): { section: ImageCut; away: number }[] {
	const moved = [-2, -1, 1, 2].flatMap((by) => [
		{ section: { x: x + by, y, width: width - by, height }, away: Math.abs(by) },
		{ section: { x, y: y + by, width, height: height - by }, away: Math.abs(by) },
		{ section: { x, y, width: width + by, height }, away: Math.abs(by) },
		{ section: { x, y, width, height: height + by }, away: Math.abs(by) },
	]);
	return [{ section: { x, y, width, height }, away: 0 }, ...moved];
}

function isInside({ x, y, width, height }: ImageCut, size: Size): boolean {
	return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

type Wanted = { section: ImageCut; shape: PictureShape };

/** A section, row by row, in the size of a card's picture. */
function reference({ data, size }: Pixels, { section: { x, y, width, height }, shape }: Wanted): Promise<Buffer> {
	const part = Buffer.alloc(width * height * 3);
	for (let row = 0; row < height; row += 1) {
		const from = ((y + row) * size.width + x) * 3;
		data.copy(part, row * width * 3, from, from + width * 3);
	}
	return sharp(part, { raw: { width, height, channels: 3 } })
		.resize({ ...PICTURE_SIZES[shape], fit: "fill" })
		.raw()
		.toBuffer();
}

function difference(one: Buffer, other: Buffer): number {
	let sum = 0;
	// Every seventh byte: all columns, rows and channels take part.
	for (let at = 0; at < one.length; at += 7) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
	return sum;
}

/** Blocks of four pixels in colours of chance: they survive a JPEG, and a shift by one pixel is seen. */
function grains(size: Size, random: () => number): Pixels {
	const across = Math.ceil(size.width / 4);
	const colours = Buffer.from(
		Array.from({ length: across * Math.ceil(size.height / 4) * 3 }, () => Math.floor(random() * 256)),
	);
	const data = Buffer.alloc(size.width * size.height * 3);
	for (let y = 0; y < size.height; y += 1) {
		for (let x = 0; x < size.width; x += 1) {
			const from = ((y >> 2) * across + (x >> 2)) * 3;
			colours.copy(data, (y * size.width + x) * 3, from, from + 3);
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
			const from = (y * size.width + x) * 3;
			data.copy(turned, (sy * stored.width + sx) * 3, from, from + 3);
		}
	}
	return { data: turned, size: stored };
}
