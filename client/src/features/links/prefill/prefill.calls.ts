import { apiRequest } from "#client/lib/api-client.ts";
import type { CopiedImage, Prefill } from "#shared/links/prefill.ts";
import { API } from "#shared/platform/api-paths.ts";

/** Reads a page's metadata. @throws ApiError, TypeError without an answer, AbortError once `signal` is aborted */
export async function readPage(url: string, signal: AbortSignal): Promise<Prefill> {
	const response = await apiRequest("POST", API.links.prefill, { url }, { signal });
	return (await response.json()) as Prefill;
}

/** Has the server copy an image. @returns the copy's URL. @throws as `readPage` */
export async function copyImage(url: string, signal: AbortSignal): Promise<string> {
	const response = await apiRequest("POST", API.links.picture, { url }, { signal });
	return ((await response.json()) as CopiedImage).imageUrl;
}
