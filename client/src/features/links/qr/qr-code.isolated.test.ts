import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { makeQrCode } from "#shared/links/qr/qr-code.ts";
import { colourProblem, logoBox } from "#shared/links/qr/qr-look.ts";
import { qrSvg } from "#shared/links/qr/qr-svg.ts";
import { scanAddress } from "#shared/links/scan.ts";
import { readQrCode } from "./read-qr-code.ts";

/** `QR_CODES=500` for the whole proof. */
const CODES = Number(process.env.QR_CODES ?? 24);
const [SHORTEST, LONGEST] = [20, 90];
const LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789_-";
const COLOURS = [
	{ dark: "#000000", light: "#ffffff" },
	{ dark: "#1a1714", light: "#fbfaf7" },
	{ dark: "#0e6b62", light: "#ffffff" },
	{ dark: "#7a1fa2", light: "#ffe082" },
	{ dark: "#b0123b", light: "#ffffff" },
	{ dark: "#767676", light: "#ffffff" },
];

/** Noise, which of all logos hurts a reader most; a dark one, a light one, and none. */
let logos: (string | null)[];

beforeAll(async () => {
	const raw = { width: 64, height: 64, channels: 3 } as const;
	const noise = Buffer.alloc(raw.width * raw.height * raw.channels);
	for (let at = 0, random = 1; at < noise.length; at += 1) {
		random = (random * 48_271) % 2_147_483_647;
		noise[at] = random >> 8;
	}
	const plain = (background: string) => sharp({ create: { ...raw, background } });
	const drawn = [sharp(noise, { raw }), plain("#111"), plain("#fff")];
	const images = await Promise.all(drawn.map((image) => image.png().toBuffer()));
	logos = [...images.map((png) => `data:image/png;base64,${png.toString("base64")}`), null];
});

test("codes are read again as drawn, after JPEG at quality 60, and at a quarter of the size (P185)", async () => {
	for (let nth = 0; nth < CODES; nth += 1) {
		const text = textOf(nth);
		const logo = logos[nth % logos.length] ?? null;
		const colours = COLOURS[nth % COLOURS.length] ?? { dark: "#000000", light: "#ffffff" };
		expect(colourProblem(colours)).toBeNull();
		const svg = qrSvg(makeQrCode(text, { withLogo: logo !== null }), { colours, logo });
		const drawn = await sharp(Buffer.from(svg)).resize(1024).png().toBuffer();
		const shrunk = await sharp(drawn).resize(256).jpeg({ quality: 60 }).toBuffer();
		for (const seen of [drawn, await sharp(drawn).jpeg({ quality: 60 }).toBuffer(), shrunk]) {
			expect(await read(seen), `${nth}: ${text}`).toBe(text);
		}
	}
});

test("a logo covers at most a fifth, stands on whole modules, and has level H around it", () => {
	for (let length = SHORTEST; length <= LONGEST; length += 1) {
		const text = "x".repeat(length);
		const { size } = makeQrCode(text, { withLogo: true });
		const { start, side } = logoBox(size);
		expect(side ** 2 / size ** 2).toBeLessThanOrEqual(0.2);
		expect([start, side].every(Number.isInteger)).toBe(true);
		expect(2 * start + side).toBe(size);
		expect(size).toBeGreaterThanOrEqual(makeQrCode(text, { withLogo: false }).size);
	}
	// 44 bytes are the most that 33 modules hold at level Q, and 34 at level H.
	expect(makeQrCode("x".repeat(34), { withLogo: true }).size).toBe(33);
	expect(makeQrCode("x".repeat(35), { withLogo: true }).size).toBe(37);
});

test("four light modules stand around the code", () => {
	const code = makeQrCode("https://visualink.example/go/ada/launch?q=1", { withLogo: false });
	const svg = qrSvg(code, { colours: { dark: "#000000", light: "#ffffff" }, logo: null });
	expect(svg).toContain(`viewBox="0 0 ${code.size + 8} ${code.size + 8}"`);
	const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map(([, x, y, length]) => [x, y, length].map(Number));
	expect(Math.min(...runs.map(([x = 0]) => x))).toBe(4);
	expect(Math.min(...runs.map(([, y = 0]) => y))).toBe(4);
	expect(Math.max(...runs.map(([x = 0, , length = 0]) => x + length))).toBe(code.size + 4);
	expect(Math.max(...runs.map(([, y = 0]) => y + 1))).toBe(code.size + 4);
});

test.each([
	["#000000", "#ffffff", null],
	["#767676", "#FFFFFF", null],
	["#777777", "#ffffff", /too similar/],
	["#ffffff", "#000000", /darker than its background/],
	["#123456", "#123456", /darker than its background/],
	["#12345", "#ffffff", /Enter colors/],
	["red", "#ffffff", /Enter colors/],
])("%s on %s", (dark, light, problem) => {
	const found = colourProblem({ dark, light });
	if (problem === null) expect(found).toBeNull();
	else expect(found).toMatch(problem);
});

test("what is no code is not read", async () => {
	const blank = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#fff" } })
		.png()
		.toBuffer();
	expect(await read(blank)).toBeNull();
});

test("a code holds the short address with the mark of a scan", () => {
	expect(scanAddress("https://visualink.example/go/ada/launch")).toBe("https://visualink.example/go/ada/launch?q=1");
});

function textOf(nth: number): string {
	const length = SHORTEST + ((nth * 37) % (LONGEST - SHORTEST + 1));
	const start = "https://v.example/";
	const path = Array.from(
		{ length: length - start.length },
		(_, at) => LETTERS[(nth * 31 + at * 17 + ((nth * at) % 7)) % LETTERS.length],
	);
	return `${start}${path.join("")}`;
}

async function read(image: Buffer): Promise<string | null> {
	const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	return readQrCode({ data: new Uint8Array(data), width: info.width, height: info.height });
}
