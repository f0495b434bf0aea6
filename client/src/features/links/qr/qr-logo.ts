import { imageProblem } from "#client/lib/image-check.ts";
import {
	IMAGE_MAX_PIXELS,
	IMAGE_MAX_SIDE,
	IMAGE_TOO_MANY_PIXELS,
	IMAGE_UNREADABLE,
} from "#shared/links/images/image-file.ts";

/** Pixels per side: enough for large prints, small enough to embed in an SVG. */
const LOGO_SIDE = 512;

/** A logo, made square with transparent padding. */
export type QrLogo = {
	name: string;
	image: ImageBitmap;
	address: string;
};

/**
 * Reads a logo from a file; it never leaves the browser.
 * @returns the logo, or the problem as a sentence
 */
export async function readLogo(file: File): Promise<QrLogo | { problem: string }> {
	const problem = await imageProblem(file);
	if (problem !== null) return { problem };
	const whole = await createImageBitmap(file).catch(() => null);
	if (whole === null) return { problem: IMAGE_UNREADABLE };
	if (isTooLarge(whole)) return { problem: IMAGE_TOO_MANY_PIXELS };
	const scale = LOGO_SIDE / Math.max(whole.width, whole.height);
	const [width, height] = [whole.width * scale, whole.height * scale];
	const canvas = document.createElement("canvas");
	canvas.width = LOGO_SIDE;
	canvas.height = LOGO_SIDE;
	const context = canvas.getContext("2d");
	if (!context) return { problem: "This browser can't read the image" };
	context.imageSmoothingQuality = "high";
	context.drawImage(whole, (LOGO_SIDE - width) / 2, (LOGO_SIDE - height) / 2, width, height);
	whole.close();
	return { name: file.name, image: await createImageBitmap(canvas), address: canvas.toDataURL("image/png") };
}

function isTooLarge({ width, height }: ImageBitmap): boolean {
	return Math.max(width, height) > IMAGE_MAX_SIDE || width * height > IMAGE_MAX_PIXELS;
}
