import type { ApiRoute } from "./api-route.ts";
import { ACCOUNT_ROUTES } from "./routes/account.ts";
import { ANALYTICS_ROUTES } from "./routes/analytics.ts";
import { CARD_ROUTES } from "./routes/cards.ts";
import { DOMAIN_ROUTES } from "./routes/domains.ts";
import { IMAGE_ROUTES } from "./routes/images.ts";
import { LINK_ROUTES } from "./routes/links.ts";
import { TAG_ROUTES } from "./routes/tags.ts";
import { UTM_ROUTES } from "./routes/utm.ts";
import { WEBHOOK_ROUTES } from "./routes/webhooks.ts";

/** Every route of the public API, in the order of the documentation. */
export const API_V1_ROUTES: readonly ApiRoute[] = [
	...ACCOUNT_ROUTES,
	...LINK_ROUTES,
	...CARD_ROUTES,
	...IMAGE_ROUTES,
	...TAG_ROUTES,
	...UTM_ROUTES,
	...ANALYTICS_ROUTES,
	...DOMAIN_ROUTES,
	...WEBHOOK_ROUTES,
];
