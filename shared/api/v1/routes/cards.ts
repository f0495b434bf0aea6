import type { ApiRoute } from "../api-route.ts";

export const CARD_ROUTES = [] as const satisfies readonly ApiRoute[];
