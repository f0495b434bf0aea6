import { z } from "zod";
import { IMAGE_CUT_WRONG, IMAGE_SIZE } from "./image-file.ts";

/** The section of a picture that its card shows, in whole pixels of the original as it stands upright (P160). */
export type ImageCut = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

/** A section is enlarged at most 2x, as a whole picture is (P60). */
export const LEAST_CUT = { width: IMAGE_SIZE.width / 2, height: IMAGE_SIZE.height / 2 } as const;

/** Beside an original: the section that its picture shows, as `cutAsText` writes it; absent where nobody chose it. */
export const ORIGINAL_CUT_HEADER = "X-Image-Cut";

const WHOLE_NUMBERS = /^\d{1,5}(,\d{1,5}){3}$/;
const ASPECT = IMAGE_SIZE.width / IMAGE_SIZE.height;

/** The text field `imageCut` of the link form, `x,y,width,height`; empty where the server chooses the section. */
export const imageCutField = z
	.preprocess(
		(value) => (value === "" || value === undefined ? null : value),
		z.string(IMAGE_CUT_WRONG).regex(WHOLE_NUMBERS, IMAGE_CUT_WRONG).nullable(),
	)
	.transform((text) => (text === null ? null : parsedCut(text)))
	.refine((cut) => cut === null || isWellFormed(cut), IMAGE_CUT_WRONG);

/** A section as the form sends it. */
export function cutAsText({ x, y, width, height }: ImageCut): string {
	return [x, y, width, height].join(",");
}

/** What `cutAsText` wrote; null for anything else. */
export function cutFromText(text: string | null): ImageCut | null {
	return text !== null && WHOLE_NUMBERS.test(text) ? parsedCut(text) : null;
}

/** Whether a section lies within a picture. */
export function isWithin({ x, y, width, height }: ImageCut, size: Size): boolean {
	return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

/** Whether a picture is large enough for a section to be chosen. */
export function canBeCut({ width, height }: Size): boolean {
	return width >= LEAST_CUT.width && height >= LEAST_CUT.height;
}

/**
 * The section nearest to a wish that may be sent: in whole pixels, within the picture, neither too small nor of another
 * shape. The picture must be one that can be cut.
 */
export function nearestCut(wish: ImageCut, size: Size): ImageCut {
	const widest = Math.min(size.width, Math.floor(size.height * ASPECT));
	const width = clamp(Math.round(wish.width), LEAST_CUT.width, widest);
	const height = Math.min(Math.round(width / ASPECT), size.height);
	return {
		x: clamp(Math.round(wish.x), 0, size.width - width),
		y: clamp(Math.round(wish.y), 0, size.height - height),
		width,
		height,
	};
}

function parsedCut(text: string): ImageCut {
	const [x = 0, y = 0, width = 0, height = 0] = text.split(",").map(Number);
	return { x, y, width, height };
}

/** Large enough, and of the card's shape but for the rounding to whole pixels. */
function isWellFormed({ width, height }: ImageCut): boolean {
	if (width < LEAST_CUT.width || height < LEAST_CUT.height) return false;
	return Math.abs(width / ASPECT - height) <= 1;
}

function clamp(value: number, least: number, most: number): number {
	return Math.min(Math.max(value, least), most);
}
