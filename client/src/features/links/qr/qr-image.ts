import type { QrCode } from "#shared/links/qr/qr-code.ts";
import { darkRuns, logoBox, type QrColours, QUIET_ZONE } from "#shared/links/qr/qr-look.ts";
import { LOGO_MARGIN } from "#shared/links/qr/qr-svg.ts";

/** Side in pixels for the read check: smaller than any download, like a camera's view. */
const READ_SIDE = 512;

type Look = { colours: QrColours; logo: ImageBitmap | null };

/** Draws the code on whole pixels; the remainder widens the quiet zone slightly. @param side in pixels */
export function drawQr(
	canvas: HTMLCanvasElement,
	code: QrCode,
	{ side, colours, logo }: Look & { side: number },
): void {
	canvas.width = side;
	canvas.height = side;
	const context = contextOf(canvas);
	const module = Math.floor(side / (code.size + 2 * QUIET_ZONE));
	const corner = Math.floor((side - module * code.size) / 2);
	context.fillStyle = colours.light;
	context.fillRect(0, 0, side, side);
	context.fillStyle = colours.dark;
	for (const [x, y, length] of darkRuns(code, { withLogo: logo !== null })) {
		context.fillRect(corner + x * module, corner + y * module, length * module, module);
	}
	if (!logo) return;
	const box = logoBox(code.size);
	const at = corner + (box.start + LOGO_MARGIN) * module;
	const length = (box.side - 2 * LOGO_MARGIN) * module;
	context.imageSmoothingQuality = "high";
	context.drawImage(logo, at, at, length, length);
}

export function pixelsOf(drawn: CanvasImageSource): ImageData {
	const canvas = document.createElement("canvas");
	canvas.width = READ_SIDE;
	canvas.height = READ_SIDE;
	const context = contextOf(canvas);
	context.imageSmoothingQuality = "high";
	context.drawImage(drawn, 0, 0, READ_SIDE, READ_SIDE);
	return context.getImageData(0, 0, READ_SIDE, READ_SIDE);
}

/** Loads an SVG text as an image. @throws if the browser can't draw it */
export async function svgImage(svg: string): Promise<HTMLImageElement> {
	const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
	try {
		const image = new Image();
		image.src = address;
		await image.decode();
		return image;
	} finally {
		URL.revokeObjectURL(address);
	}
}

/** @throws if the browser lacks memory for an image of this size */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
	return new Promise((resolve, reject) => {
		canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made"))), "image/png");
	});
}

export function saveFile(file: Blob, name: string): void {
	const address = URL.createObjectURL(file);
	const anchor = document.createElement("a");
	anchor.href = address;
	anchor.download = name;
	anchor.click();
	// Some browsers read the file only in a later task.
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
	const context = canvas.getContext("2d", { willReadFrequently: true });
	if (!context) throw new Error("This browser draws no pictures");
	return context;
}
