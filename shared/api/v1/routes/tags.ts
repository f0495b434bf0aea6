import type { ApiRoute } from "../api-route.ts";

export const TAG_ROUTES = [] as const satisfies readonly ApiRoute[];
