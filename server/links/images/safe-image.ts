import { AppError } from "#server/platform/http/app-error.ts";
import { FORMAT_BYTES, foreignFormat, foreignFormatMessage } from "#shared/links/images/foreign-format.ts";
import {
	IMAGE_MAX_PIXELS,
	IMAGE_MAX_SCANS,
	IMAGE_MAX_SIDE,
	IMAGE_TOO_HEAVY,
	IMAGE_TOO_MANY_PARTS,
	IMAGE_TOO_MANY_PIXELS,
	IMAGE_TOO_MANY_SCANS,
	IMAGE_UNREADABLE,
	IMAGE_WRONG_TYPE,
} from "#shared/links/images/image-file.ts";
import type { ImageHeader } from "./image-header.ts";
import { readJpegHeader } from "./jpeg-header.ts";
import { readPngHeader } from "./png-header.ts";
import { readWebpHeader } from "./webp-header.ts";

/** Normal files have a few dozen; some decoders take quadratic time, or memory for each. */
const MAX_PARTS = 2_000;
/** A JPEG's size may follow any number of parts; it is searched this far for a specific error message. */
const MAX_PARTS_BEFORE_FRAME = 10 * MAX_PARTS;
/** Forty megapixels of four bytes: with overhead, a process stays below 300 MB (docs/decisions/0009). */
const MAX_HELD_BYTES = IMAGE_MAX_PIXELS * 4;

/**
 * Checks an upload by its header, in linear time; an accepted file may still be broken. Only content counts, not its
 * name or declared type.
 * @throws AppError "unsupported_type" for anything but JPEG, PNG and WebP; "invalid" for an image beyond our limits
 * (P59)
 */
export function assertSafeImage(upload: Buffer): void {
	const header = readHeader(upload);
	const isTooMany = header !== null && header.parts > MAX_PARTS;
	if (header === null || header.width === 0 || header.height === 0)
		throw isTooMany ? tooManyParts() : new AppError("image_unreadable", IMAGE_UNREADABLE);
	const { width, height, scans, heldBytes } = header;
	if (Math.max(width, height) > IMAGE_MAX_SIDE || width * height > IMAGE_MAX_PIXELS)
		throw new AppError("image_too_many_pixels", IMAGE_TOO_MANY_PIXELS);
	if (scans > IMAGE_MAX_SCANS) throw new AppError("image_too_many_scans", IMAGE_TOO_MANY_SCANS);
	if (isTooMany) throw tooManyParts();
	if (heldBytes > MAX_HELD_BYTES) throw new AppError("image_too_heavy", IMAGE_TOO_HEAVY);
}

/**
 * Strips the trailer after an image (P245); unchanged if its header can't be read.
 * @throws AppError "unsupported_type" for anything but JPEG, PNG and WebP
 */
export function withoutTrailer(upload: Buffer): Buffer {
	return upload.subarray(0, readHeader(upload)?.end);
}

/**
 * Reads an image's header; null if it can't be read.
 * @throws AppError "unsupported_type" for anything but JPEG, PNG and WebP
 */
export function readHeader(upload: Buffer): ImageHeader | null {
	const start = upload.toString("latin1", 0, FORMAT_BYTES);
	if (start.startsWith("\xff\xd8\xff")) return readJpegHeader(upload, { maxParts: MAX_PARTS_BEFORE_FRAME });
	if (start.startsWith("\x89PNG\r\n\x1a\n")) return readPngHeader(upload, { maxParts: MAX_PARTS });
	if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return readWebpHeader(upload, { maxParts: MAX_PARTS });
	const format = foreignFormat(start);
	throw new AppError("image_wrong_type", format ? foreignFormatMessage(format) : IMAGE_WRONG_TYPE);
}

function tooManyParts(): AppError {
	return new AppError("image_too_many_parts", IMAGE_TOO_MANY_PARTS);
}
