import type { ApiRoute } from "../api-route.ts";

export const DOMAIN_ROUTES = [] as const satisfies readonly ApiRoute[];
