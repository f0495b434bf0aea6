import { IMAGES_PATH } from "../platform/api-paths.ts";
import { hostOf } from "../platform/parse-url.ts";
import { targetProblem } from "./target-problem.ts";
import { cleanAddress, parseWebAddress } from "./target-url.ts";

const OWN_IMAGE_URL = new RegExp(`^${IMAGES_PATH}/([0-9a-f]{64}\\.jpg)$`);

/** The file name behind our own upload path `/images/<sha256>.jpg`, or null for any other text. */
export function imageFileName(imageUrl: string): string | null {
	return OWN_IMAGE_URL.exec(imageUrl)?.[1] ?? null;
}

/** Whether an image's address begins with `http:`, which pages over https don't load (P436). */
export function isOverHttp(imageUrl: string): boolean {
	return /^http:/i.test(cleanAddress(imageUrl));
}

/** How long an image's address is as it is in a page, where `&` and `'` take five characters each. */
export function lengthInPage(imageUrl: string): number {
	return imageUrl.replace(/[&']/g, "&#39;").length;
}

/**
 * What a link's `imageUrl` may say (P62): our own upload path, or an https address, which the server never
 * fetches. The whole address of an upload becomes its path, so that P480 applies to it.
 * @param ownOrigins where uploads are served; without them, whole addresses of uploads pass for foreign ones
 * @returns the text to store, the address normalised; or null.
 */
export function parseImageUrl(text: string, ownOrigins: readonly string[] = []): string | null {
	const address = cleanAddress(text);
	if (imageFileName(address) !== null) return address;
	const url = targetProblem(text) === null ? parseWebAddress(address) : null;
	if (url === null) return null;
	const isOurs = ownOrigins.some((origin) => hostOf(new URL(origin)) === hostOf(url));
	if (isOurs && imageFileName(url.pathname) !== null) return url.pathname;
	return url.protocol === "https:" ? url.href : null;
}
