import { hostOf } from "../platform/parse-url.ts";
import { imageFileName } from "./image-file-name.ts";
import { targetProblem } from "./target-problem.ts";
import { cleanAddress, parseWebAddress } from "./target-url.ts";

/** Whether the address is `http:`, which https pages don't load (P436). */
export function isOverHttp(imageUrl: string): boolean {
	return /^http:/i.test(cleanAddress(imageUrl));
}

/** Whether the path of an address is that of an upload, which only its host makes ours. */
export function namesUpload(imageUrl: string): boolean {
	return imageFileName(parseWebAddress(cleanAddress(imageUrl))?.pathname ?? "") !== null;
}

/** The length of an image's address in HTML, where `&` and `'` take five characters each. */
export function lengthInPage(imageUrl: string): number {
	return imageUrl.replace(/[&']/g, "&#39;").length;
}

/**
 * A link's `imageUrl` (P62): our upload path, or an https address, which the server never fetches. A full upload
 * address becomes its path, so that P480 applies.
 * @param imageOrigins origins that serve uploads; without them, full addresses of uploads count as foreign
 * @returns the normalized address to store, or null
 */
export function parseImageUrl(text: string, imageOrigins: readonly string[] = []): string | null {
	const address = cleanAddress(text);
	if (imageFileName(address) !== null) return address;
	const url = targetProblem(text) === null ? parseWebAddress(address) : null;
	if (url === null) return null;
	const isOurs = imageOrigins.some((origin) => hostOf(new URL(origin)) === hostOf(url));
	if (isOurs && imageFileName(url.pathname) !== null) return url.pathname;
	return url.protocol === "https:" ? url.href : null;
}
