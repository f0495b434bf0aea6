import sharp, { type Sharp } from "sharp";

export type SampleUpload = { name: string; file: () => Promise<Buffer> };

type Size = readonly [width: number, height: number];

const SIZES: Record<string, Size> = {
	card: [1200, 630],
	poster: [1080, 1350],
	story: [1080, 1920],
	square: [400, 400],
	"large square": [2048, 2048],
	banner: [2400, 400],
	photo: [3000, 2000],
	"small photo": [320, 200],
};
const FORMATS = ["jpeg", "png", "webp"] as const;

/** Colors that differ at every edge, and letters in the middle. */
function drawn([width, height]: Size, { background = "#2060a0", ink = "#ffd000" } = {}): Sharp {
	const band = (color: string, y: string) => `<rect width="100%" height="12%" y="${y}" fill="${color}"/>`;
	const stripes = `${band("#d02020", "0")}${band("#208040", "88%")}<rect width="6%" height="100%" fill="#fff"/>`;
	const middle = `<circle cx="50%" cy="50%" r="20%" fill="${ink}"/>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${stripes}${middle}</svg>`;
	const canvas = sharp({ create: { width, height, channels: 4, background } });
	return canvas.composite([{ input: Buffer.from(svg) }]);
}

function logo(size: Size, color: string): Sharp {
	const [width, height] = size;
	const shape = `<circle cx="50%" cy="50%" r="25%" fill="${color}"/>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shape}</svg>`;
	return sharp({ create: { width, height, channels: 4, background: "#00000000" } }).composite([
		{ input: Buffer.from(svg) },
	]);
}

async function animation(size: Size): Promise<Buffer> {
	const frames = ["#0000ff", "#ffffff"].map((background) => drawn(size, { background }).png().toBuffer());
	return await sharp(await Promise.all(frames), { join: { animated: true } })
		.webp({ delay: [100, 100] })
		.toBuffer();
}

/** Forty uploads as people have them: each size in each format, turned by EXIF, transparent and animated. */
export const UPLOADS: SampleUpload[] = [
	...Object.entries(SIZES).flatMap(([name, size]) =>
		FORMATS.map((format) => ({ name: `${name} as ${format}`, file: () => drawn(size).toFormat(format).toBuffer() })),
	),
	...[2, 3, 4, 5, 6, 7, 8].map((orientation) => ({
		name: `poster turned by EXIF, ${orientation}`,
		file: () => drawn([1080, 1350]).withMetadata({ orientation }).jpeg().toBuffer(),
	})),
	...["#ffffff", "#101010", "#d02020"].flatMap((color) =>
		(["png", "webp"] as const).map((format) => ({
			name: `logo in ${color} as ${format}`,
			file: () =>
				logo([800, 800], color)
					.toFormat(format, { ...(format === "webp" && { lossless: true }) })
					.toBuffer(),
		})),
	),
	{ name: "animation", file: () => animation([1200, 630]) },
	{ name: "animated poster", file: () => animation([540, 675]) },
	{ name: "a wide logo", file: () => logo([1600, 300], "#f0f0f0").png().toBuffer() },
];
