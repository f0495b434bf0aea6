import type { ANALYTICS_ROUTES } from "#shared/api/v1/routes/analytics.ts";
import { handlersFor } from "../api-router.ts";

export type AnalyticsHandlerOptions = object;

export function analyticsHandlers(_options: AnalyticsHandlerOptions) {
	return handlersFor<typeof ANALYTICS_ROUTES>({});
}
