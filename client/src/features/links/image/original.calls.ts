import { ApiError, apiRequest } from "#client/lib/api-client.ts";
import { cutFromText, type ImageCut, ORIGINAL_CUT_HEADER } from "#shared/links/images/image-cut.ts";
import { API } from "#shared/platform/api-paths.ts";

export type LoadedOriginal = { sourceImage: Blob; cut: ImageCut | null };

/**
 * The original and crop of one of our images.
 * @returns null if it isn't stored
 * @throws ApiError, TypeError without an answer, AbortError once `signal` is aborted
 */
export async function loadOriginal(imageUrl: string, signal: AbortSignal): Promise<LoadedOriginal | null> {
	try {
		const response = await apiRequest("GET", API.links.original(imageUrl), undefined, { signal });
		const cut = cutFromText(response.headers.get(ORIGINAL_CUT_HEADER));
		return { sourceImage: await response.blob(), cut };
	} catch (error) {
		if (error instanceof ApiError && error.status === 404) return null;
		throw error;
	}
}
