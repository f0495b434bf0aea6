import type { ApiRoute } from "../api-route.ts";

export const UTM_ROUTES = [] as const satisfies readonly ApiRoute[];
