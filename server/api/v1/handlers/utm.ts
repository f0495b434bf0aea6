import type { UTM_ROUTES } from "#shared/api/v1/routes/utm.ts";
import { handlersFor } from "../api-router.ts";

export type UtmHandlerOptions = object;

export function utmHandlers(_options: UtmHandlerOptions) {
	return handlersFor<typeof UTM_ROUTES>({});
}
