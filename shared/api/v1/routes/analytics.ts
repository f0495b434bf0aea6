import type { ApiRoute } from "../api-route.ts";

export const ANALYTICS_ROUTES = [] as const satisfies readonly ApiRoute[];
