import { IMAGES_PATH } from "../platform/api-paths.ts";

const OWN_IMAGE_URL = new RegExp(`^${IMAGES_PATH}/([0-9a-f]{64}\\.jpg)$`);

/** The file name in our upload path `/images/<sha256>.jpg`; null for any other text. */
export function imageFileName(imageUrl: string): string | null {
	return OWN_IMAGE_URL.exec(imageUrl)?.[1] ?? null;
}
