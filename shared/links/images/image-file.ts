/** Largest image accepted, in bytes (P58). */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_TOO_LARGE = "File size must be less than 5MB";
export const IMAGES_MAX_BYTES = 2 * IMAGE_MAX_BYTES;
export const IMAGES_TOO_LARGE = "The images of one save may have 10MB together";
export const IMAGE_WRONG_TYPE = "Please select an image file";
/** For the file chooser; the content decides what is accepted. */
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
/** Size of stored images in pixels; some platforms' own cards use a square (P203). */
export const IMAGE_SIZE = { width: 1200, height: 630 } as const;
export const IMAGE_SHAPES = ["wide", "square"] as const;
export type ImageShape = (typeof IMAGE_SHAPES)[number];
export const IMAGE_SIZES: Record<ImageShape, { width: number; height: number }> = {
	wide: IMAGE_SIZE,
	square: { width: IMAGE_SIZE.height, height: IMAGE_SIZE.height },
};

/** Largest side in pixels, and the most scans of a JPEG (P59). */
export const IMAGE_MAX_SIDE = 16_384;
export const IMAGE_MAX_PIXELS = 40_000_000;
export const IMAGE_MAX_SCANS = 100;

export const IMAGE_UNREADABLE = "This image could not be read";
export const IMAGE_TOO_MANY_PIXELS = "Images may be at most 16,384 pixels a side and 40 megapixels";
export const IMAGE_TOO_MANY_SCANS = "JPEG images may have at most 100 scans. Please save this one without them";
export const IMAGE_TOO_MANY_PARTS = "This image has too many parts. Please save it again as a plain one";
export const IMAGE_TOO_HEAVY =
	"This image takes too much memory to open. Please save it without interlacing, or make it smaller";
export const IMAGE_TOO_SLOW = "This image takes too long to open. Please save it again, or make it smaller";

/** Longest address of a foreign image, in characters as HTML has them. */
export const IMAGE_URL_MAX = 512;
export const IMAGE_OVER_HTTP = "Images need an https: address. Upload this one instead.";
export const IMAGE_URL_TOO_LONG = `The image's address must be ${IMAGE_URL_MAX} characters or less`;

export const IMAGE_CUT_WRONG = "The image can't be cropped like this. Please crop it again";
export const IMAGE_CUT_OUTSIDE = "This crop is outside the image. Please choose it again";
export const IMAGE_WITHOUT_ORIGINAL = "We no longer have the original of this image. Please choose it again";
/** The server's error (410) for an evicted original (P244). */
export const ORIGINAL_EVICTED =
	"The original of this image was removed to make room for newer ones within your plan's storage. " +
	"Your card still shows the image. To crop it again, choose the image again.";
