import { FORMAT_BYTES, foreignFormat, foreignFormatMessage } from "#shared/links/images/foreign-format.ts";
import { IMAGE_MAX_BYTES, IMAGE_TOO_LARGE, IMAGE_WRONG_TYPE } from "#shared/links/images/image-file.ts";

const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF[\s\S]{4}WEBP/];

/** Checks a file's size and first bytes; its name proves nothing (P58). @returns an error, or null if it may be sent */
export async function imageProblem(file: File): Promise<string | null> {
	if (file.size > IMAGE_MAX_BYTES) return IMAGE_TOO_LARGE;
	const bytes = await file.slice(0, FORMAT_BYTES).arrayBuffer();
	const beginning = String.fromCharCode(...new Uint8Array(bytes));
	if (BEGINNINGS.some((pattern) => pattern.test(beginning))) return null;
	const format = foreignFormat(beginning);
	return format ? foreignFormatMessage(format) : IMAGE_WRONG_TYPE;
}
