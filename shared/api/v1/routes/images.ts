import type { ApiRoute } from "../api-route.ts";

export const IMAGE_ROUTES = [] as const satisfies readonly ApiRoute[];
