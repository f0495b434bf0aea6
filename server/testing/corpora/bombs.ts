import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { pngChunk, pngOf, twoColours } from "./images.ts";

// Small files that ask a decoder for much time or memory. Every one of them is well-formed.

type Size = { width: number; height: number };

/** What fits into an upload. */
const FULL = 4_900_000;
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

type Frame = Size & {
	scans: number;
	/** Pixels of one colour sample, across and down; the first component has every one. */
	subsampling?: 1 | 2;
};

/** A progressive JPEG of three components and one colour that comes in so many scans, each without a change; at most 2,646. */
export function jpegOfScans({ width, height, scans, subsampling = 1 }: Frame): Buffer {
	const components = [1, 2, 3];
	const factors = (subsampling << 4) | subsampling;
	const units = Math.ceil(width / (8 * subsampling)) * Math.ceil(height / (8 * subsampling));
	const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
	const noDifference = Buffer.alloc(Math.ceil((units * (subsampling ** 2 + 2)) / 8));
	const nothingMore = runsOfNothing(blocks);
	const steps = components.flatMap((component) =>
		Array.from({ length: 63 * 14 }, (_, n) => ({ component, bit: 13 - Math.floor(n / 63), coefficient: 1 + (n % 63) })),
	);
	const sizes = [height >> 8, height & 255, width >> 8, width & 255];
	return Buffer.concat([
		Buffer.from("ffd8", "hex"),
		segment(0xdb, [0, ...Array(64).fill(1)]),
		segment(0xc2, [8, ...sizes, 3, ...components.flatMap((id) => [id, id === 1 ? factors : 0x11, 0])]),
		// Tables of one code each: no difference, and the longest run of blocks that end.
		segment(0xc4, [0x00, 1, ...Array(15).fill(0), 0x00]),
		segment(0xc4, [0x10, 1, ...Array(15).fill(0), 0xe0]),
		segment(0xda, [3, ...components.flatMap((id) => [id, 0]), 0, 0, 0]),
		noDifference,
		...steps.slice(0, scans - 1).flatMap(({ component, bit, coefficient }) => {
			const before = bit === 13 ? 0 : bit + 1;
			return [segment(0xda, [1, component, 0, coefficient, coefficient, (before << 4) | bit]), nothingMore];
		}),
		Buffer.from("ffd9", "hex"),
	]);
}

/** So many blocks without anything, 32,767 in each code of 15 bits. */
function runsOfNothing(blocks: number): Buffer {
	const bits = `0${"1".repeat(14)}`.repeat(Math.ceil(blocks / 32_767));
	const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "1"), 2));
	return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

/** A segment of a JPEG. */
export function segment(marker: number, data: number[]): Buffer {
	return Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);
}

/** A JPEG with as many segments that hold nothing as fit. */
export async function jpegOfSegments(count = FULL / 4): Promise<Buffer> {
	const jpeg = await twoColours({ width: 1200, height: 630 }).jpeg().toBuffer();
	return Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(4 * count, segment(0xe1, [])), jpeg.subarray(2)]);
}

type Rows = Size & { depth?: number; colourType?: number; isInterlaced?: boolean; extra?: Buffer };

/** A PNG whose rows are all there, and all zero. */
export function pngOfZeros({ width, height, depth = 8, colourType = 2, isInterlaced, extra }: Rows): Buffer {
	const row = 1 + Math.ceil((width * (CHANNELS[colourType] ?? 0) * depth) / 8);
	// Seven rounds have more, but shorter rows: what is too much does no harm.
	const rows = Buffer.alloc(row * height + (isInterlaced ? 20 * height : 0));
	const parts = { depth, colourType, interlacing: isInterlaced ? 1 : 0, data: deflateSync(rows) };
	return pngOf({ width, height }, extra ? { ...parts, extra } : parts);
}

/** A PNG with chunks that are unpacked to so many bytes each. */
export function pngOfTexts({ count, unpacked, type }: { count: number; unpacked: number; type: "zTXt" | "iCCP" }) {
	const text = pngChunk(type, Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(unpacked))]));
	return pngOfZeros({ width: 1200, height: 630, extra: Buffer.alloc(count * text.length, text) });
}

/** A PNG with as many small texts as fit. */
export function pngOfChunks(count = Math.floor(FULL / 16)): Buffer {
	const text = pngChunk("tEXt", Buffer.from("ab\0c"));
	return pngOfZeros({ width: 1200, height: 630, extra: Buffer.alloc(count * text.length, text) });
}

/** A WebP that is animated, of so many frames of this size. */
export async function webpOfFrames({ count, ...size }: Size & { count: number }): Promise<Buffer> {
	const frame = webpChunk("ANMF", [
		[0, 0, 0, 0, 0, 0, ...uint24(size.width - 1), ...uint24(size.height - 1), ...uint24(100), 0],
		await losslessChunk(size),
	]);
	return webpOf([canvas(size, 0x02), webpChunk("ANIM", [Buffer.alloc(6)]), Buffer.alloc(count * frame.length, frame)]);
}

/** A WebP with as many chunks that nobody knows as fit. */
export async function webpOfChunks(count = FULL / 8): Promise<Buffer> {
	const size = { width: 1200, height: 630 };
	const unknown = webpChunk("ABCD", []);
	return webpOf([canvas(size, 0), await losslessChunk(size), Buffer.alloc(count * unknown.length, unknown)]);
}

/** A lossless WebP of more colours than a palette has. */
export async function losslessWebp({ width, height }: Size): Promise<Buffer> {
	const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
	const row = sharp({ create: { width: 600, height: 1, channels: 3, background: "#888888", noise } });
	const rows = sharp(await row.png().toBuffer()).resize({ width, height, fit: "fill", kernel: "nearest" });
	return await rows.webp({ lossless: true, effort: 0 }).toBuffer();
}

/** The image's chunk alone, out of its file. */
async function losslessChunk(size: Size): Promise<Buffer> {
	const { width, height } = size;
	return (width * height > 1_000_000 ? await losslessWebp(size) : await plainWebp(size)).subarray(12);
}

function plainWebp({ width, height }: Size): Promise<Buffer> {
	return sharp({ create: { width, height, channels: 3, background: "#e8472b" } })
		.webp({ lossless: true })
		.toBuffer();
}

function canvas({ width, height }: Size, flags: number): Buffer {
	return webpChunk("VP8X", [[flags, 0, 0, 0, ...uint24(width - 1), ...uint24(height - 1)]]);
}

function webpOf(chunks: Buffer[]): Buffer {
	return webpChunk("RIFF", [Buffer.from("WEBP"), ...chunks]);
}

function webpChunk(type: string, parts: (Buffer | number[])[]): Buffer {
	const data = Buffer.concat(parts.map((part) => Buffer.from(part)));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(data.length);
	return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
}

function uint24(number: number): number[] {
	return [number & 255, (number >> 8) & 255, number >> 16];
}
