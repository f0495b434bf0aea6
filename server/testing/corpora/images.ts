import { randomBytes } from "node:crypto";
import sharp, { type Sharp } from "sharp";

type Size = { width: number; height: number };

/** Half red, half blue, from left to right. */
export function twoColours({ width, height }: Size): Sharp {
	const left = Math.floor(width / 2);
	const blue = { create: { width: width - left, height, channels: 3 as const, background: "#0000ff" } };
	return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
		{ input: blue, left, top: 0 },
	]);
}

/** Random pixels: nothing is heavier as a JPEG. */
export function noise({ width, height }: Size): Sharp {
	return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

/** An image as a browser would send it. */
export async function asFile(image: Sharp | Buffer, type = "image/png"): Promise<Blob> {
	const bytes = Buffer.isBuffer(image) ? image : await image.toFormat("png").toBuffer();
	return new Blob([new Uint8Array(bytes)], { type });
}

/** Colour of one pixel as [red, green, blue]. */
export async function pixelAt(image: Buffer, left: number, top: number): Promise<number[]> {
	return [...(await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

/** A PNG that claims this size and holds nothing. */
export function emptyPng(size: Size): Buffer {
	return pngOf(size, { data: Buffer.from("789c030000000001", "hex") });
}

type PngParts = {
	/** Bits of a channel. */
	depth?: number;
	colourType?: number;
	interlacing?: number;
	/** Whole chunks between the header and the rows. */
	extra?: Buffer;
	/** The compressed rows. */
	data: Buffer;
};

/** A PNG of these parts, whether they fit together or not. */
export function pngOf({ width, height }: Size, parts: PngParts): Buffer {
	const { depth = 8, colourType = 2, interlacing = 0, extra = Buffer.alloc(0), data } = parts;
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([depth, colourType, 0, 0, interlacing], 8);
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		pngChunk("IHDR", header),
		extra,
		pngChunk("IDAT", data),
		pngChunk("IEND", Buffer.alloc(0)),
	]);
}

/** One chunk of a PNG, with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
	const length = Buffer.alloc(4);
	length.writeUInt32BE(data.length);
	const sum = Buffer.alloc(4);
	sum.writeUInt32BE(crc32(typed));
	return Buffer.concat([length, typed, sum]);
}

function crc32(bytes: Buffer): number {
	let crc = 0xffffffff;
	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	return (crc ^ 0xffffffff) >>> 0;
}
