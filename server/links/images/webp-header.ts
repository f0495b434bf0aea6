import type { ImageHeader } from "./image-header.ts";

const FIRST_CHUNK = 12;
const ANIMATION_FLAG = 0x02;
/** Canvas, frame and alpha are held at once: measured. */
const ANIMATION_BYTES = 10;
/** Lossless images are decoded whole. */
const LOSSLESS_BYTES = 4;

/** Reads a WebP's chunks: https://developers.google.com/speed/webp/docs/riff_container. */
export function readWebpHeader(bytes: Buffer, { maxParts }: { maxParts: number }): ImageHeader | null {
	let size: { width: number; height: number } | null = null;
	let parts = 0;
	let heldPerPixel = 0;
	const end = Math.min(bytes.length, 8 + bytes.readUInt32LE(4));
	for (let at = FIRST_CHUNK; at + 8 <= end && parts <= maxParts; ) {
		const type = bytes.toString("latin1", at, at + 4);
		const length = bytes.readUInt32LE(at + 4);
		const data = bytes.subarray(at + 8, at + 8 + length);
		parts += 1;
		size ??= readSize(type, data);
		if (type === "VP8L") heldPerPixel += LOSSLESS_BYTES;
		if (type === "ALPH") heldPerPixel += 1;
		if (type === "VP8X" && ((data[0] ?? 0) & ANIMATION_FLAG) !== 0) heldPerPixel += ANIMATION_BYTES;
		// Chunks are padded to an even length.
		at += 8 + length + (length % 2);
	}
	if (size === null) return null;
	return { ...size, scans: 1, parts, end, heldBytes: size.width * size.height * heldPerPixel };
}

/** The canvas of an extended file, or the image of a simple one: whichever comes first. */
function readSize(type: string, data: Buffer): { width: number; height: number } | null {
	if (data.length < 10 && !(type === "VP8L" && data.length >= 5)) return null;
	if (type === "VP8X") return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
	if (type === "VP8 ") return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
	if (type !== "VP8L") return null;
	const bits = data.readUInt32LE(1);
	return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
