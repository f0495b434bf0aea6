import type { IMAGE_ROUTES } from "#shared/api/v1/routes/images.ts";
import { handlersFor } from "../api-router.ts";

export type ImageHandlerOptions = object;

export function imageHandlers(_options: ImageHandlerOptions) {
	return handlersFor<typeof IMAGE_ROUTES>({});
}
