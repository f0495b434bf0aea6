import { AppError } from "#server/platform/http/app-error.ts";
import { parseImageUrl } from "#shared/links/image-url.ts";
import { IMAGE_OVER_HTTP } from "#shared/links/images/image-file.ts";

/**
 * The image that a form names: an upload's path, or the https address of another image (P62).
 * @throws AppError "invalid_url" for one over http: on a host that isn't ours
 */
export function namedImage(named: string | null, imageOrigins: readonly string[]): string | null {
	const imageUrl = named && parseImageUrl(named, imageOrigins);
	if (named && imageUrl === null) throw new AppError("invalid_url", IMAGE_OVER_HTTP, { field: "imageUrl" });
	return imageUrl;
}
