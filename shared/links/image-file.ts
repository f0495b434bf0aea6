/** Largest picture accepted, in bytes. Specification, section 5. */
export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const IMAGE_TOO_LARGE = "File size must be less than 5MB";
export const IMAGE_WRONG_TYPE = "Please select an image file";
export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
/** Every stored picture has this size in pixels. */
export const IMAGE_SIZE = { width: 1200, height: 630 } as const;

/**
 * What is wrong with a picked file, judged by its size and claimed type alone; the server judges the content.
 * @returns the message to show, or null when it may be sent.
 */
export function imageFileProblem(file: { size: number; type: string }): string | null {
	if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) return IMAGE_WRONG_TYPE;
	if (file.size > IMAGE_MAX_BYTES) return IMAGE_TOO_LARGE;
	return null;
}
