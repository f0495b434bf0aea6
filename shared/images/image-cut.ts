import { z } from "zod";
import { coded } from "../error-codes.ts";
import { IMAGE_CUT_WRONG, PICTURE_SIZES, type PictureShape } from "./image-file.ts";

/** The crop of an image, in whole pixels of the upright original (P160). */
export type ImageCut = { x: number; y: number; width: number; height: number };
type Size = { width: number; height: number };

/** The smallest section: one is enlarged at most 2x, as a whole picture is (P60). */
export function leastCut(shape: PictureShape): Size {
	const { width, height } = PICTURE_SIZES[shape];
	return { width: width / 2, height: height / 2 };
}

/** Width by height. */
export function aspectOf(shape: PictureShape): number {
	return PICTURE_SIZES[shape].width / PICTURE_SIZES[shape].height;
}

/** Response header of an original: its image's crop, as `cutAsText` writes it; absent if none was chosen. */
export const ORIGINAL_CUT_HEADER = "X-Image-Cut";

const WHOLE_NUMBERS = /^\d{1,5}(,\d{1,5}){3}$/;

/** The text field `imageCut` of a form, `x,y,width,height`; empty where the server chooses the section. */
export function imageCutField(shape: PictureShape) {
	return z
		.preprocess(
			(value) => (value === "" || value === undefined ? null : value),
			z.string(IMAGE_CUT_WRONG).regex(WHOLE_NUMBERS, IMAGE_CUT_WRONG).nullable(),
		)
		.transform((text) => (text === null ? null : parsedCut(text)))
		.refine((cut) => cut === null || hasShape(cut, shape), coded("invalid_crop", IMAGE_CUT_WRONG));
}

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

/** Whether a picture is large enough for a section of this shape to be chosen. */
export function canBeCut({ width, height }: Size, shape: PictureShape): boolean {
	const least = leastCut(shape);
	return width >= least.width && height >= least.height;
}

/**
 * The section nearest to a wish that may be sent: in whole pixels, within the picture, neither too small nor of another
 * shape. The picture must be one that can be cut.
 */
export function nearestCut(wish: ImageCut, size: Size, shape: PictureShape): ImageCut {
	const aspect = aspectOf(shape);
	const widest = Math.min(size.width, Math.floor(size.height * aspect));
	const width = clamp(Math.round(wish.width), leastCut(shape).width, widest);
	const height = Math.min(Math.round(width / aspect), size.height);
	return {
		x: clamp(Math.round(wish.x), 0, size.width - width),
		y: clamp(Math.round(wish.y), 0, size.height - height),
		width,
		height,
	};
}

/** A section of this shape around the middle of another one; that one itself where it has the shape. */
export function reshapedCut(cut: ImageCut, size: Size, shape: PictureShape): ImageCut {
	if (hasShape(cut, shape)) return cut;
	const width = cut.height * aspectOf(shape);
	return nearestCut({ ...cut, x: cut.x + (cut.width - width) / 2, width }, size, shape);
}

/** Whether a section is large enough, and of this shape but for the rounding to whole pixels. */
export function hasShape({ width, height }: ImageCut, shape: PictureShape): boolean {
	if (!canBeCut({ width, height }, shape)) return false;
	return Math.abs(width / aspectOf(shape) - height) <= 1;
}

function parsedCut(text: string): ImageCut {
	const [x = 0, y = 0, width = 0, height = 0] = text.split(",").map(Number);
	return { x, y, width, height };
}

function clamp(value: number, least: number, most: number): number {
	return Math.min(Math.max(value, least), most);
}
