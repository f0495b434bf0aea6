import { Router } from "express";
import type { Logger } from "pino";
import type { Guards } from "#server/account/auth/guards.ts";
import type { AppError } from "#server/platform/http/app-error.ts";
import { errorHandler } from "#server/platform/http/error-handler.ts";
import type { RateLimits } from "#server/platform/http/rate-limits.ts";
import type { RequestIds } from "#server/platform/http/request-id.ts";
import type { ApiErrorBody } from "#shared/api/v1/api-error.ts";
import { API_V1 } from "#shared/api/v1/api-route.ts";
import { openApiDocument } from "#shared/api/v1/openapi.ts";
import { API_V1_ROUTES } from "#shared/api/v1/routes.ts";
import type { SharedLimit } from "#shared/platform/shared-limits.ts";
import { apiLimits } from "./api-limits.ts";
import { apiKeysRouter } from "./keys/api-keys.routes.ts";
import { createApiKeys } from "./keys/api-keys.service.ts";
import { challenge, createBearer } from "./keys/bearer.ts";
import { createMcp } from "./mcp/mcp.routes.ts";
import { apiRouter, refuseMethod } from "./v1/api-router.ts";
import { accountHandlers } from "./v1/handlers/account.ts";
import { type AnalyticsHandlerOptions, analyticsHandlers } from "./v1/handlers/analytics.ts";
import { type CardHandlerOptions, cardHandlers } from "./v1/handlers/cards.ts";
import { type DomainHandlerOptions, domainHandlers } from "./v1/handlers/domains.ts";
import { type ImageHandlerOptions, imageHandlers } from "./v1/handlers/images.ts";
import { type LinkHandlerOptions, linkHandlers } from "./v1/handlers/links.ts";
import { type TagHandlerOptions, tagHandlers } from "./v1/handlers/tags.ts";
import { type UtmHandlerOptions, utmHandlers } from "./v1/handlers/utm.ts";
import { type WebhookHandlerOptions, webhookHandlers } from "./v1/handlers/webhooks.ts";
import { presentError } from "./v1/present-error.ts";
import { createRouteWork } from "./v1/route-work.ts";

type Options = Parameters<typeof createBearer>[0] &
	Parameters<typeof createApiKeys>[0] &
	Parameters<typeof accountHandlers>[0] &
	LinkHandlerOptions &
	CardHandlerOptions &
	ImageHandlerOptions &
	TagHandlerOptions &
	UtmHandlerOptions &
	AnalyticsHandlerOptions &
	DomainHandlerOptions &
	WebhookHandlerOptions & {
		guards: Guards;
		requestIds: RequestIds;
		limits: Pick<RateLimits, SharedLimit>;
		isLimited: boolean;
		publicOrigin: string;
		log: Logger;
	};

/** Wires the public API (docs/api.md): keys on screen, the routes below `/api/v1`, and the tools of assistants. */
export function createApi(options: Options) {
	const { guards, requestIds, isLimited, publicOrigin, log } = options;
	const keys = createApiKeys(options);
	const bearer = createBearer(options);
	const handlers = {
		...accountHandlers(options),
		...linkHandlers(options),
		...cardHandlers(options),
		...imageHandlers(options),
		...tagHandlers(options),
		...utmHandlers(options),
		...analyticsHandlers(options),
		...domainHandlers(options),
		...webhookHandlers(options),
	};
	let document: string | undefined;
	const router = Router();
	router.get(`${API_V1}/openapi.json`, (_req, res) => {
		// Tens of milliseconds: not at each start.
		document ??= JSON.stringify(
			openApiDocument(API_V1_ROUTES, { origin: publicOrigin, version: "1", hasWebhooks: true }),
		);
		res.set("Cache-Control", "public, max-age=300").type("json").send(document);
	});
	router.all(`${API_V1}/openapi.json`, refuseMethod("GET, HEAD"));
	const limits = apiLimits({ isOn: isLimited });
	const work = createRouteWork({ handlers, bearer, guards, sharedLimits: options.limits });
	router.use(apiRouter({ routes: API_V1_ROUTES, work, bearer, limits }));
	return {
		/** Must precede sessions: cookies aren't read there. */
		v1: router,
		/** Must follow them, by itself: a router hears nothing of errors thrown before it. */
		errors: [challenge, errorHandler({ log, requestIds, write: errorBody })],
		mcp: createMcp({ work, bearer, limits, publicOrigin, requestIds, log }),
		accountOf: bearer.accountOf,
		routers: [apiKeysRouter({ keys, guards })],
	};
}

function errorBody(error: AppError, requestId: string): ApiErrorBody {
	return { error: presentError(error), requestId };
}
