import { z } from "zod";
import { coded } from "../../platform/error-codes.ts";
import { IMAGE_CUT_WRONG, IMAGE_SIZES, type ImageShape } from "./image-file.ts";

/** The background around an image shown whole, and behind a transparent one (P500). */
export const GROUNDS = ["blur", "white", "black", "edge"] as const;
export type Ground = (typeof GROUNDS)[number];

/** The crop of an image that its card shows, in whole pixels of the upright original (P160). */
export type ImageCut = {
	x: number;
	y: number;
	width: number;
	height: number;
	/** Shown whole on the background, in any shape, instead of filling the card (P500). */
	fit?: true;
	ground?: Ground;
};
type Size = { width: number; height: number };

/** The least share of an image that an automatic crop may keep (P500). */
const LEAST_KEPT = 0.85;
/** Small images are enlarged at most this much (P60). */
const MAX_ENLARGEMENT = 2;

/** Whether an image without a chosen crop is cropped rather than shown whole. */
export function isCroppedAtFirst(size: Size, shape: ImageShape): boolean {
	const kept = Math.min(size.width / size.height / aspectOf(shape), (size.height / size.width) * aspectOf(shape));
	return kept >= LEAST_KEPT && canBeCut(size, shape);
}

/** The size within the card of an image shown whole. */
export function fittedSize({ width, height }: Size, shape: ImageShape): Size {
	const made = IMAGE_SIZES[shape];
	const scale = Math.min(made.width / width, made.height / height, MAX_ENLARGEMENT);
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export function wholeOf({ width, height }: Size): ImageCut {
	return { x: 0, y: 0, width, height, fit: true };
}

/** The smallest crop: enlarged at most 2x, like a whole image (P60). */
export function leastCut(shape: ImageShape): Size {
	const { width, height } = IMAGE_SIZES[shape];
	return { width: width / MAX_ENLARGEMENT, height: height / MAX_ENLARGEMENT };
}

export function aspectOf(shape: ImageShape): number {
	return IMAGE_SIZES[shape].width / IMAGE_SIZES[shape].height;
}

/** Response header of an original: its image's crop, as `cutAsText` writes it; absent if none was chosen. */
export const ORIGINAL_CUT_HEADER = "X-Image-Cut";

const CUT_TEXT = new RegExp(`^\\d{1,5}(,\\d{1,5}){3}(,fit)?(,(${GROUNDS.join("|")}))?$`);

/** The form field `imageCut`: `x,y,width,height`, optionally `,fit` and a background; empty if the server chooses. */
export function imageCutField(shape: ImageShape) {
	return z
		.preprocess(
			(value) => (value === "" || value === undefined ? null : value),
			z.string(IMAGE_CUT_WRONG).regex(CUT_TEXT, IMAGE_CUT_WRONG).nullable(),
		)
		.transform((text) => (text === null ? null : parsedCut(text)))
		.refine((cut) => cut === null || hasShape(cut, shape), coded("invalid_crop", IMAGE_CUT_WRONG));
}

export function cutAsText({ x, y, width, height, fit, ground }: ImageCut): string {
	return [x, y, width, height, ...(fit ? ["fit"] : []), ...(ground ? [ground] : [])].join(",");
}

/** The inverse of `cutAsText`; null for anything else. */
export function cutFromText(text: string | null): ImageCut | null {
	return text !== null && CUT_TEXT.test(text) ? parsedCut(text) : null;
}

/** A crop as four stored integers: its flags are in `x`, above the largest side. */
export type StoredCut = Pick<ImageCut, "x" | "y" | "width" | "height">;
const ABOVE_SIDES = 65_536;
const FIT = GROUNDS.length + 1;

export function storedCutOf({ x, y, width, height, fit, ground }: ImageCut): StoredCut {
	const rest = (ground ? GROUNDS.indexOf(ground) + 1 : 0) + (fit ? FIT : 0);
	return { x: x + rest * ABOVE_SIDES, y, width, height };
}

/** The inverse of `storedCutOf`. */
export function cutOfStored(row: { [Side in keyof StoredCut]: number | null }): ImageCut | null {
	const { x, y, width, height } = row;
	if (x === null || y === null || width === null || height === null) return null;
	const rest = Math.floor(x / ABOVE_SIDES);
	const ground = GROUNDS[(rest % FIT) - 1];
	return {
		x: x % ABOVE_SIDES,
		y,
		width,
		height,
		...(rest >= FIT && { fit: true as const }),
		...(ground && { ground }),
	};
}

/** Whether a crop lies within an image. */
export function isWithin({ x, y, width, height }: ImageCut, size: Size): boolean {
	return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

export function canBeCut({ width, height }: Size, shape: ImageShape): boolean {
	const least = leastCut(shape);
	return width >= least.width && height >= least.height;
}

/** The nearest valid crop to a wish, in whole pixels. The image must satisfy `canBeCut`. */
export function nearestCut(wish: ImageCut, size: Size, shape: ImageShape): ImageCut {
	const aspect = aspectOf(shape);
	const widest = Math.min(size.width, Math.floor(size.height * aspect));
	const width = clamp(Math.round(wish.width), leastCut(shape).width, widest);
	const height = Math.min(Math.round(width / aspect), size.height);
	return {
		...(wish.ground && { ground: wish.ground }),
		x: clamp(Math.round(wish.x), 0, size.width - width),
		y: clamp(Math.round(wish.y), 0, size.height - height),
		width,
		height,
	};
}

/** A crop of this shape around the same center; unchanged if it has the shape or is shown whole. */
export function reshapedCut(cut: ImageCut, size: Size, shape: ImageShape): ImageCut {
	if (hasShape(cut, shape)) return cut;
	const width = cut.height * aspectOf(shape);
	return nearestCut({ ...cut, x: cut.x + (cut.width - width) / 2, width }, size, shape);
}

/** Whether a crop is large enough and of this shape, up to rounding; always true for one shown whole. */
export function hasShape({ width, height, fit }: ImageCut, shape: ImageShape): boolean {
	if (fit) return width > 0 && height > 0;
	if (!canBeCut({ width, height }, shape)) return false;
	return Math.abs(width / aspectOf(shape) - height) <= 1;
}

function parsedCut(text: string): ImageCut {
	const parts = text.split(",");
	const [x = 0, y = 0, width = 0, height = 0] = parts.map(Number);
	const ground = GROUNDS.find((each) => parts.includes(each));
	return { x, y, width, height, ...(parts.includes("fit") && { fit: true as const }), ...(ground && { ground }) };
}

function clamp(value: number, least: number, most: number): number {
	return Math.min(Math.max(value, least), most);
}
