import { describe, expect, it } from "vitest";
import { assertSafeImage, readHeader } from "#server/links/images/safe-image.ts";
import { readPage } from "#server/links/prefill/read-page.ts";
import { segment } from "../corpora/bombs.ts";
import { pngChunk } from "../corpora/images.ts";
import { heldFor } from "./longest-stretch.ts";
import { madeUpTexts, WORST } from "./texts.ts";

const MOST_MS = 50;
/** A thread of its own gives a page up after two seconds; honest ones take some hundredths of that. */
const PAGE_MS = 1_000;
const SEED = 20_261_123;
/** The largest image that is copied from elsewhere. */
const IMAGE_BYTES = 10 * 1_024 * 1_024;
/** As much as is read of a page. */
const PAGE_BYTES = 512 * 1_024;
const PATIENCE_MS = 300_000;

const filled = (begin: Buffer, part: Buffer) => Buffer.concat([begin, Buffer.alloc(IMAGE_BYTES - begin.length, part)]);
const JPEG = Buffer.from("ffd8", "hex");
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const webp = (first: string) =>
	Buffer.concat([Buffer.from("RIFF\xff\xff\x9f\x00WEBP", "latin1"), Buffer.from(first, "latin1")]);

describe("a picture's header", () => {
	it.each([
		["JPEG of marks", filled(JPEG, Buffer.from("ff", "hex"))],
		[
			"JPEG of stuffed bytes",
			filled(Buffer.concat([JPEG, Buffer.from("ffda0002", "hex")]), Buffer.from("ff00", "hex")),
		],
		["JPEG of restarts", filled(Buffer.concat([JPEG, Buffer.from("ffda0002", "hex")]), Buffer.from("ffd0", "hex"))],
		["JPEG of empty segments", filled(JPEG, Buffer.from("ffe00002", "hex"))],
		["JPEG of frames", filled(JPEG, segment(0xc0, [8, 0, 9, 0, 9, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0]))],
		["JPEG of scans", filled(JPEG, Buffer.from("ffda000200ff", "hex"))],
		["PNG of empty chunks", filled(PNG, pngChunk("tEXt", Buffer.alloc(0)))],
		["PNG of chunks without an end", filled(PNG, Buffer.from("00000000", "hex"))],
		["PNG of data", filled(PNG, pngChunk("IDAT", Buffer.alloc(1)))],
		["WebP of empty chunks", filled(webp("VP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0"), Buffer.from("ANMF\0\0\0\0", "latin1"))],
		["WebP of frames", filled(webp(""), Buffer.from("ANMF\x01\0\0\0\0\0", "latin1"))],
	])("%s is read in time (P255)", async (_, bytes) => {
		const judge = () => {
			try {
				readHeader(bytes);
				assertSafeImage(bytes);
			} catch {
				// A refusal is an answer.
			}
		};
		expect(await heldFor(judge, MOST_MS)).toBeNull();
	});
});

describe("a page, on a thread of its own with a deadline", () => {
	const json = (text: string) => `<script type="application/ld+json">${text}</script>`;
	const within: Record<string, (text: string) => string> = {
		"as it is": (text) => text,
		"in its title": (text) => `<title>${text}</title>`,
		"in a property": (text) => `<meta property="og:title" content="${text}">`,
		"in JSON-LD": json,
		"in a text of JSON-LD": (text) => json(JSON.stringify({ "@type": "Article", headline: text, description: text })),
	};
	const headers = { "content-type": "text/html; charset=utf-8" };
	const url = new URL("https://example.com/");
	const read = (html: string) =>
		readPage(
			{ asked: url, url, status: 200, headers, bytes: Buffer.from(html).subarray(0, PAGE_BYTES) },
			{ ownOrigins: ["https://visualink.example"] },
		);

	it.each(Object.entries(within))(
		"made of the worst %s is read in half of its time (P255)",
		async (_, place) => {
			const slow: Record<string, number> = {};
			for (const [kind, make] of Object.entries({ ...WORST, ...madeUpTexts(10, SEED) })) {
				const html = place(make(PAGE_BYTES));
				const ms = await heldFor(() => read(html), PAGE_MS);
				if (ms !== null) slow[kind] = ms;
			}
			expect(slow).toEqual({});
		},
		PATIENCE_MS,
	);
});
