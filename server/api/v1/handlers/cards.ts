import type { CARD_ROUTES } from "#shared/api/v1/routes/cards.ts";
import { handlersFor } from "../api-router.ts";

export type CardHandlerOptions = object;

export function cardHandlers(_options: CardHandlerOptions) {
	return handlersFor<typeof CARD_ROUTES>({});
}
