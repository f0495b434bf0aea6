import type { ImageHeader } from "./image-header.ts";

const SIGNATURE_BYTES = 8;
/** Length and type before a chunk's data, a checksum after it. */
const AROUND_DATA = 12;
/** Channels by color type, once a palette is expanded to colors with transparency. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };
/** Encoders may split image and frame data into any number of chunks. */
const PIXEL_CHUNKS = ["IDAT", "fdAT", "fcTL"].map(asNumber);
const [HEADER, TRANSPARENCY, END] = ["IHDR", "tRNS", "IEND"].map(asNumber);
/** Compressed texts count many times, since each is inflated up to 8 MB before it is dropped. */
const TEXTS = ["zTXt", "iTXt"].map(asNumber);
const PARTS_OF_TEXT = 100;
const PALETTE = 3;

/** Reads a PNG's chunk headers without inflating any. */
export function readPngHeader(bytes: Buffer, { maxParts }: { maxParts: number }): ImageHeader | null {
	if (bytes.length < 33 || bytes.readUInt32BE(12) !== HEADER) return null;
	const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
	const [depth = 8, colourType = 2, , , interlacing] = bytes.subarray(24, 29);
	const channels = CHANNELS[colourType];
	if (channels === undefined) return null;

	let parts = 0;
	let transparency = 0;
	let end = bytes.length;
	for (let at = SIGNATURE_BYTES; at + AROUND_DATA <= bytes.length; at += AROUND_DATA + bytes.readUInt32BE(at)) {
		const type = bytes.readUInt32BE(at + 4);
		if (type === END) end = Math.min(end, at + AROUND_DATA + bytes.readUInt32BE(at));
		if (type === END || parts > maxParts) break;
		if (TEXTS.includes(type)) parts += PARTS_OF_TEXT;
		else if (!PIXEL_CHUNKS.includes(type)) parts += 1;
		if (type === TRANSPARENCY && colourType !== PALETTE) transparency = 1;
	}
	// Interlaced rows come in seven passes, so the whole image is held before the first row is known.
	const heldPerPixel = interlacing === 0 ? 0 : (channels + transparency) * (depth > 8 ? 2 : 1);
	return { width, height, scans: 1, parts, end, heldBytes: width * height * heldPerPixel };
}

/** Types are compared as numbers: there may be hundreds of thousands. */
function asNumber(type: string): number {
	return Buffer.from(type, "latin1").readUInt32BE();
}
