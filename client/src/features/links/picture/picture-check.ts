import {
	IMAGE_MAX_BYTES,
	IMAGE_MAX_PIXELS,
	IMAGE_MAX_SIDE,
	IMAGE_TOO_LARGE,
	IMAGE_TOO_MANY_PIXELS,
	IMAGE_UNREADABLE,
	IMAGE_WRONG_TYPE,
} from "#shared/images/image-file.ts";

type Size = { width: number; height: number };

const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF[\s\S]{4}WEBP/];

/**
 * What is wrong with a picked file, found before it is sent: by its size, its first bytes, and by opening it. Its name
 * and the type that it claims say nothing: they are the system's guess, and the server heeds neither (P58).
 * @param decode opens a picture, and rejects what the browser cannot
 * @returns the server's own message, or null when it may be sent
 */
export async function pictureProblem(
	file: File,
	decode: (file: File) => Promise<Size> = sizeOf,
): Promise<string | null> {
	if (file.size > IMAGE_MAX_BYTES) return IMAGE_TOO_LARGE;
	try {
		const beginning = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
		if (!BEGINNINGS.some((pattern) => pattern.test(beginning))) return IMAGE_WRONG_TYPE;
		const { width, height } = await decode(file);
		const isTooLarge = Math.max(width, height) > IMAGE_MAX_SIDE || width * height > IMAGE_MAX_PIXELS;
		return isTooLarge ? IMAGE_TOO_MANY_PIXELS : null;
	} catch {
		return IMAGE_UNREADABLE;
	}
}

async function sizeOf(file: File): Promise<Size> {
	const bitmap = await createImageBitmap(file);
	const { width, height } = bitmap;
	bitmap.close();
	return { width, height };
}
