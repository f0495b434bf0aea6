import type { ImageHeader } from "./image-header.ts";

// Markers: ITU-T T.81, table B.1.
const TEM = 0x01;
const [FIRST_RESTART, LAST_RESTART] = [0xd0, 0xd7];
const [END_OF_IMAGE, START_OF_SCAN] = [0xd9, 0xda];
/** In the range of frame markers, but tables and an extension. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc];
const PROGRESSIVE_FRAMES = [0xc2, 0xc6, 0xca, 0xce];
/** Decoders hold a coefficient in 16 bits. */
const COEFFICIENT_BYTES = 2;

type Frame = { width: number; height: number; isProgressive: boolean; samplesPerPixel: number };

/** Reads segments in one pass, to the end of the first image or past `maxParts`; the size is 0 if it comes later. */
export function readJpegHeader(bytes: Buffer, { maxParts = Infinity }: { maxParts?: number } = {}): ImageHeader | null {
	let frame: Frame | null = null;
	let scans = 0;
	let parts = 0;
	let end = bytes.length;
	for (let at = nextMarker(bytes, 2); at !== -1 && parts <= maxParts; ) {
		const marker = bytes[at] ?? 0;
		if (marker === END_OF_IMAGE) {
			end = at + 1;
			break;
		}
		const length = at + 2 < bytes.length ? bytes.readUInt16BE(at + 1) : 0;
		parts += 1;
		if (marker === START_OF_SCAN) scans += 1;
		if (isFrame(marker)) frame ??= readFrame(bytes.subarray(at + 3, at + 1 + length), marker);
		at = nextMarker(bytes, at + 1 + length);
	}
	if (frame === null) return parts > maxParts ? { width: 0, height: 0, scans, parts, end, heldBytes: 0 } : null;
	const { width, height, isProgressive, samplesPerPixel } = frame;
	// Several scans must be assembled before any pixel is known.
	const heldPerPixel = isProgressive || scans > 1 ? samplesPerPixel * COEFFICIENT_BYTES : 0;
	return { width, height, scans, parts, end, heldBytes: width * height * heldPerPixel };
}

/** @returns the offset of the next marker's second byte, or -1 */
function nextMarker(bytes: Buffer, from: number): number {
	// Searching for each 0xff would be ten times slower if every other byte is one.
	for (let at = from; at + 1 < bytes.length; at += 1) {
		if (bytes[at] === 0xff && standsForItself(bytes[at + 1] ?? 0)) return at + 1;
	}
	return -1;
}

/** Padding, scan data and restart markers don't count. */
function standsForItself(second: number): boolean {
	if (second === 0x00 || second === 0xff || second === TEM) return false;
	return second < FIRST_RESTART || second > LAST_RESTART;
}

function isFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker);
}

function readFrame(segment: Buffer, marker: number): Frame | null {
	const components = segment[5] ?? 0;
	if (segment.length < 6 + components * 3) return null;
	const factors = Array.from({ length: components }, (_, n) => segment[7 + n * 3] ?? 0);
	const across = factors.map((factor) => factor >> 4);
	const down = factors.map((factor) => factor & 15);
	const samples = across.reduce((sum, factor, n) => sum + factor * (down[n] ?? 0), 0);
	const samplesPerPixel = samples / (Math.max(...across) * Math.max(...down));
	if (!(samplesPerPixel > 0)) return null;
	return {
		width: segment.readUInt16BE(3),
		height: segment.readUInt16BE(1),
		isProgressive: PROGRESSIVE_FRAMES.includes(marker),
		samplesPerPixel,
	};
}
