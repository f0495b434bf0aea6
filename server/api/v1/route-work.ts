import type { Request, RequestHandler, Response } from "express";
import type { z } from "zod";
import type { SignedInUser } from "#server/account/auth/auth.service.ts";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import type { Headed } from "#server/links/idempotency-keys.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { concurrencyLimit } from "#server/platform/http/concurrency-limit.ts";
import type { ApiRoute } from "#shared/api/v1/api-route.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { SharedLimit } from "#shared/platform/shared-limits.ts";
import { type Bearer, requireScope } from "../keys/bearer.ts";

/** Requests of one account answered at once, and those of heavy routes among them. */
const AT_ONCE = { usual: 8, heavy: 2 };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** `Idempotency-Key`, `If-Match` and what else a handler reads of a request. */
export type CallRequest = Pick<Request, "query" | "apiKey"> & Headed;

/** A call of a route, authorized and parsed. */
export type ApiCall<Route extends ApiRoute> = {
	user: SignedInUser;
	planId: string;
	subscription: Subscription;
	params: Parsed<Route["params"]>;
	query: Parsed<Route["query"]>;
	body: Parsed<Route["body"]>;
	upload: Buffer | undefined;
	req: CallRequest;
	/** Aborted when the client disconnects. */
	signal: AbortSignal;
};

/** `status`: another than the route's usual one, of a success. `etag`: the revision. */
export type ApiReply<Route extends ApiRoute> = {
	body: Route["answer"]["schema"] extends z.ZodType ? z.input<Route["answer"]["schema"]> : null;
	status?: 200 | 201;
	etag?: string;
	headers?: Record<string, string>;
};

/** The work of each route, by its id. */
export type ApiHandlers<Routes extends readonly ApiRoute[]> = {
	[Route in Routes[number] as Route["id"]]: (call: ApiCall<Route>) => Promise<ApiReply<Route>>;
};

/** Checks handlers against the types of their routes. */
export function handlersFor<Routes extends readonly ApiRoute[]>(handlers: ApiHandlers<Routes>): AnyHandlers {
	return handlers;
}

// biome-ignore lint/suspicious/noExplicitAny: each has its own types, which `handlersFor` has checked
type AnyReply = ApiReply<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyHandler = (call: any) => Promise<AnyReply>;
type AnyHandlers = Record<string, AnyHandler>;

type Options = {
	handlers: AnyHandlers;
	bearer: Pick<Bearer, "authenticate">;
	guards: Pick<Guards, "requireConsent">;
	/** Counted with the same work on screen. */
	sharedLimits: Record<SharedLimit, RequestHandler>;
};
type Exchange = { req: Request; res: Response };
type Sent = { params: unknown; query: unknown; body: unknown; upload?: Buffer | undefined; req: CallRequest };

export type RouteWork = ReturnType<typeof createRouteWork>;

/** What a route does, whichever door its calls come by: `/api/v1` or `/mcp`. */
export function createRouteWork({ handlers, bearer, guards, sharedLimits }: Options) {
	const usual = concurrencyLimit(AT_ONCE.usual, bearer.authenticate);
	const heavy = concurrencyLimit(AT_ONCE.heavy, bearer.authenticate);

	return {
		/** Scope, consent and limits, in this order; must follow `requireKey`. */
		gates(route: ApiRoute): RequestHandler[] {
			if (!handlers[route.id]) throw new Error(`the route ${route.id} has no handler`);
			const scope: RequestHandler = (req, _res, next) => {
				requireScope(req, route.scope);
				next();
			};
			const shared = route.sharedLimit ? [sharedLimits[route.sharedLimit]] : [];
			return [scope, guards.requireConsent, ...shared, route.isHeavy ? heavy : usual];
		},

		/** @returns null if the client has disconnected meanwhile */
		async run(route: ApiRoute, { req, res }: Exchange, sentBy: () => Sent): Promise<AnyReply | null> {
			const gone = new AbortController();
			res.once("close", () => gone.abort());
			const subscription = subscriptionOf(req);
			const account = { user: userOf(req), subscription, planId: subscription.planId };
			const call = { ...account, ...sentBy(), signal: gone.signal };
			try {
				return (await handlers[route.id]?.(call)) ?? null;
			} catch (error) {
				if (gone.signal.aborted) return null;
				throw error;
			}
		},
	};
}

/** @throws AppError "unknown_field" for the first of them */
export function refuseOthers(fields: object): undefined {
	const [unknown] = Object.keys(fields);
	if (unknown === undefined) return undefined;
	throw new AppError("unknown_field", "Unknown field", { field: unknown });
}
