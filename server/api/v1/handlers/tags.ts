import type { TAG_ROUTES } from "#shared/api/v1/routes/tags.ts";
import { handlersFor } from "../api-router.ts";

export type TagHandlerOptions = object;

export function tagHandlers(_options: TagHandlerOptions) {
	return handlersFor<typeof TAG_ROUTES>({});
}
