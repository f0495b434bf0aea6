import { expect, it } from "vitest";
import { segment } from "#server/testing/corpora/bombs.ts";
import { noise, pngChunk, pngOf } from "#server/testing/corpora/images.ts";
import { readHeader, withoutTrailer } from "./safe-image.ts";

const SIZE = { width: 300, height: 200 };
const PIXELS = SIZE.width * SIZE.height;
const latin1 = (text: string) => Buffer.from(text, "latin1");
const START = latin1("\xff\xd8");
const END = latin1("\xff\xd9");
const frame = (marker: number, factors: number[], count = factors.length) =>
	segment(marker, [8, 0, 200, 1, 44, count, ...factors.flatMap((factor, n) => [n + 1, factor, 0])]);
const scan = Buffer.concat([
	segment(0xda, [1, 1, 0, 0, 63, 0]),
	latin1("\x12\xff\x00\xff\x01\xff\xd0\xff\xd7\xff\xff"),
]);
const jpeg = (...parts: Buffer[]) => readHeader(Buffer.concat([START, ...parts, END, frame(0xc2, [0x11]), scan]));

it.each([
	...[0xc0, 0xc1, 0xc3, 0xc5, 0xc7, 0xc9, 0xcb, 0xcd, 0xcf].map((marker) => [marker, 0] as const),
	...[0xc2, 0xc6, 0xca, 0xce].map((marker) => [marker, PIXELS * 3] as const),
])("a JPEG of one scan whose frame is %i holds %i bytes", (marker, heldBytes) => {
	const told = { ...SIZE, scans: 1, parts: 2, heldBytes };
	expect(jpeg(frame(marker, [0x22, 0x11, 0x11]), scan)).toMatchObject(told);
});

it.each([0xbf, 0xc4, 0xc8, 0xcc, 0xd8, 0xdb])("segment %i is no frame", (marker) => {
	expect(jpeg(frame(marker, [0x11]), scan)).toBeNull();
});

it("counts a JPEG's scans and segments up to its end, and holds all samples of several scans", () => {
	expect(jpeg(frame(0xc0, [0x11, 0x11]), scan, segment(0xe1, [0xff, 0xd9]), scan)).toMatchObject({
		...SIZE,
		scans: 2,
		parts: 4,
		heldBytes: PIXELS * 4,
	});
	// Of two frames the first counts.
	expect(jpeg(frame(0xc0, [0x11]), frame(0xc2, [0x11]), scan)).toMatchObject({ parts: 3, heldBytes: 0 });
});

it.each([
	[[0x11], 1],
	[[0x21, 0x11, 0x11], 2],
	[[0x12, 0x11, 0x11], 2],
	[[0x41, 0x11], 1.25],
])("a progressive JPEG sampled by %j holds %d samples for each pixel", (factors, samples) => {
	expect(jpeg(frame(0xc2, factors), scan)?.heldBytes).toBe(PIXELS * samples * 2);
});

it("a frame that is cut short, or samples nothing, is none", () => {
	expect(jpeg(frame(0xc0, [0x11], 2), scan)).toBeNull();
	expect(jpeg(frame(0xc0, [0x00]), scan)).toBeNull();
	expect(readHeader(Buffer.concat([START, latin1("\xff\xc0")]))).toBeNull();
});

it.each([
	[0, 8, 1],
	[0, 16, 2],
	[2, 8, 3],
	[3, 8, 4],
	[4, 16, 4],
	[6, 8, 4],
])("an interlaced PNG of colour type %i and %i bits holds %i bytes for each pixel", (colourType, depth, bytes) => {
	const data = Buffer.alloc(0);
	expect(readHeader(pngOf(SIZE, { colourType, depth, interlacing: 1, data }))?.heldBytes).toBe(PIXELS * bytes);
	expect(readHeader(pngOf(SIZE, { colourType, depth, data }))).toMatchObject({ ...SIZE, scans: 1, heldBytes: 0 });
});

it("one colour that is clear makes a channel more, but for a palette, which has it", () => {
	const held = (colourType: number) => {
		const extra = pngChunk("tRNS", Buffer.alloc(6));
		return readHeader(pngOf(SIZE, { colourType, depth: 8, interlacing: 1, extra, data: Buffer.alloc(0) }))?.heldBytes;
	};
	expect([held(0), held(2), held(3)]).toEqual([PIXELS * 2, PIXELS * 4, PIXELS * 4]);
});

it("counts a PNG's chunks up to its end, without those of pixels", () => {
	const parts = (...types: string[]) => {
		const extra = Buffer.concat(types.map((type) => pngChunk(type, Buffer.from("a"))));
		return readHeader(pngOf(SIZE, { extra, data: Buffer.alloc(0) }))?.parts ?? 0;
	};
	const none = parts();
	expect(parts("tEXt", "gAMA")).toBe(none + 2);
	expect(parts("IDAT", "fdAT", "fcTL")).toBe(none);
	expect(parts("zTXt", "iTXt")).toBe(none + 200);
	expect(parts("IEND", "tEXt")).toBe(parts("IEND"));
});

it("a PNG without a header of its own, or of no colours, is unreadable", () => {
	const whole = pngOf(SIZE, { data: Buffer.alloc(0) });
	expect(readHeader(whole.subarray(0, 32))).toBeNull();
	expect(readHeader(whole.subarray(0, 33))).toMatchObject(SIZE);
	const changed = (at: number, byte: number) => {
		const bytes = Buffer.from(whole);
		bytes[at] = byte;
		return readHeader(bytes);
	};
	expect(changed(12, 0x4a)).toBeNull();
	expect(changed(25, 5)).toBeNull();
});

/** A WebP of these chunks. */
function webp(...chunks: [type: string, data: number[]][]): ReturnType<typeof readHeader> {
	const body = chunks.map(([type, data]) => {
		const length = Buffer.alloc(4);
		length.writeUInt32LE(data.length);
		return Buffer.concat([latin1(type), length, Buffer.from(data), Buffer.alloc(data.length % 2)]);
	});
	const size = Buffer.alloc(4);
	size.writeUInt32LE(4 + body.reduce((sum, { length }) => sum + length, 0));
	return readHeader(Buffer.concat([latin1("RIFF"), size, latin1("WEBP"), ...body, latin1("ALPH\0\0\0\0")]));
}
const lossy = ["VP8 ", [0, 0, 0, 0x9d, 1, 0x2a, 0x2c, 0x41, 200, 0x40]] satisfies [string, number[]];
const lossless = ["VP8L", [0x2f, 0x2b, 0xc1, 0x31, 0]] satisfies [string, number[]];
const canvas = (flags: number) => ["VP8X", [flags, 0, 0, 0, 0x2b, 1, 0, 199, 0, 0]] satisfies [string, number[]];

it("reads a WebP's size from whichever chunk has it first, and what a decoder holds of all", () => {
	const told = { ...SIZE, scans: 1 };
	expect(webp(lossy)).toMatchObject({ ...told, parts: 1, heldBytes: 0 });
	expect(webp(lossless)).toMatchObject({ ...told, parts: 1, heldBytes: PIXELS * 4 });
	expect(webp(canvas(0x10), ["ALPH", [1, 2, 3]], lossy)).toMatchObject({ ...told, parts: 3, heldBytes: PIXELS });
	expect(webp(canvas(0x02), lossy)).toMatchObject({ ...told, parts: 2, heldBytes: PIXELS * 10 });
	expect(webp(["EXIF", [1]], ["VP8 ", lossy[1].slice(0, 9)], lossless)).toMatchObject({ ...told, parts: 3 });
});

it("a WebP without a chunk that has a size is unreadable", () => {
	expect(webp()).toBeNull();
	expect(webp(["ANIM", Array(20).fill(1)])).toBeNull();
	expect(webp(["VP8L", lossless[1].slice(0, 4)])).toBeNull();
	expect(webp(["VP8X", canvas(0)[1].slice(0, 9)])).toBeNull();
});

it.each(["", "\xff\xd8", "\x89PNG\r\n\x1a", "RIFF\0\0\0\0WEBX", "XRIFF\0\0\0WEBP", "BM", "\x00\xff\xd8\xff"])(
	"%j is no picture of ours",
	(start) => {
		expect(() => readHeader(latin1(start))).toThrow("Please select an image file");
	},
);

it.each(["jpeg", "png", "webp"] as const)(
	"a %s ends where its image does, whatever follows it (P245)",
	async (format) => {
		const upload = await noise({ width: 40, height: 40 }).toFormat(format).toBuffer();
		for (const trailer of ["", "junk", "\xff\xd9", "IEND", upload.toString("latin1")]) {
			expect(withoutTrailer(Buffer.concat([upload, latin1(trailer)])).equals(upload)).toBe(true);
		}
		const cut = upload.subarray(0, -20);
		expect(withoutTrailer(cut).equals(cut)).toBe(true);
	},
);

it("the end of a thumbnail within a JPEG's metadata is not its end", async () => {
	const upload = await noise({ width: 40, height: 40 }).jpeg().toBuffer();
	const thumbnail = segment(0xe1, [0xff, 0xd8, 0xff, 0xd9, 1, 2, 3]);
	const whole = Buffer.concat([upload.subarray(0, 2), thumbnail, upload.subarray(2)]);
	expect(withoutTrailer(Buffer.concat([whole, latin1("junk")])).equals(whole)).toBe(true);
});
