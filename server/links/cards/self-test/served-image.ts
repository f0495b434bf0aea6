import { readJpegHeader } from "#server/links/images/jpeg-header.ts";
import { readHeader } from "#server/links/images/safe-image.ts";

export const IMAGE_FORMATS: Readonly<Record<string, ImageFormat>> = {
	"image/jpeg": "JPEG",
	"image/jpg": "JPEG",
	"image/png": "PNG",
	"image/webp": "WebP",
};
export type ImageFormat = "JPEG" | "PNG" | "WebP";
export type ServedImage = { format: ImageFormat; width: number; height: number };

/** A served image's properties; null if it can't be decoded. */
export function readServedImage(bytes: Buffer): ServedImage | null {
	const format = formatOf(bytes);
	if (format === null) return null;
	try {
		const header = format === "JPEG" ? readJpegHeader(bytes) : readHeader(bytes);
		return header && { format, width: header.width, height: header.height };
	} catch {
		return null;
	}
}

export function formatOf(bytes: Buffer): ImageFormat | null {
	if (bytes[0] === 0xff && bytes[1] === 0xd8) return "JPEG";
	const start = bytes.toString("latin1", 0, 12);
	if (start.startsWith("\x89PNG\r\n\x1a\n")) return "PNG";
	return start.startsWith("RIFF") && start.endsWith("WEBP") ? "WebP" : null;
}
