import type { DOMAIN_ROUTES } from "#shared/api/v1/routes/domains.ts";
import { handlersFor } from "../api-router.ts";

export type DomainHandlerOptions = object;

export function domainHandlers(_options: DomainHandlerOptions) {
	return handlersFor<typeof DOMAIN_ROUTES>({});
}
