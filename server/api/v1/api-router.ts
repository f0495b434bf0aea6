import express, { type Request, type RequestHandler, type Response, Router } from "express";
import type { z } from "zod";
import type { SignedInUser } from "#server/account/auth/auth.service.ts";
import { type Guards, subscriptionOf, userOf } from "#server/account/auth/guards.ts";
import { closeAfterOversized, imageUpload, uploadOf } from "#server/links/images/upload.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { concurrencyLimit } from "#server/platform/http/concurrency-limit.ts";
import { parse, parseBody } from "#server/platform/http/parse.ts";
import { API_V1, type ApiRoute } from "#shared/api/v1/api-route.ts";
import type { Subscription } from "#shared/billing/subscriptions/subscriptions.table.ts";
import type { SharedLimit } from "#shared/platform/shared-limits.ts";
import { type Bearer, requireScope } from "../keys/bearer.ts";

/** Bodies are parsed within some 50 ms at worst (P255). */
const BODY_MAX = { usual: "64kb", heavy: "1mb" };
/** Requests of one account answered at once, and those of heavy routes among them. */
const AT_ONCE = { usual: 8, heavy: 2 };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A call of a route, authorized and parsed. */
export type ApiCall<Route extends ApiRoute> = {
	user: SignedInUser;
	planId: string;
	subscription: Subscription;
	params: Parsed<Route["params"]>;
	query: Parsed<Route["query"]>;
	body: Parsed<Route["body"]>;
	upload: Buffer | undefined;
	/** `Idempotency-Key`, `If-Match` and what else a route reads of its headers. */
	req: Request;
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
type AnyHandler = (call: any) => Promise<ApiReply<any>>;
type AnyHandlers = Record<string, AnyHandler>;

type Options = {
	routes: readonly ApiRoute[];
	handlers: AnyHandlers;
	bearer: Pick<Bearer, "requireKey" | "authenticate">;
	guards: Pick<Guards, "requireConsent">;
	limits: RequestHandler[];
	/** Counted with the same work on screen. */
	sharedLimits: Record<SharedLimit, RequestHandler>;
};

/** The routes below `/api/v1`. */
export function apiRouter({ routes, handlers, bearer, guards, limits, sharedLimits }: Options): Router {
	const router = Router({ caseSensitive: true });
	const usual = concurrencyLimit(AT_ONCE.usual, bearer.authenticate);
	const heavy = concurrencyLimit(AT_ONCE.heavy, bearer.authenticate);
	const known = new Map<string, string[]>();
	router.use(API_V1, bearer.requireKey, ...limits);
	for (const route of routes) {
		const work = handlers[route.id];
		if (!work) throw new Error(`the route ${route.id} has no handler`);
		const path = API_V1 + route.path.replaceAll(/\{(\w+)\}/g, ":$1");
		const methods = route.method === "get" ? ["GET", "HEAD"] : [route.method.toUpperCase()];
		known.set(path, [...(known.get(path) ?? []), ...methods]);
		router[route.method](
			path,
			(req, _res, next) => {
				requireScope(req, route.scope);
				next();
			},
			guards.requireConsent,
			...(route.sharedLimit ? [sharedLimits[route.sharedLimit]] : []),
			route.isHeavy ? heavy : usual,
			...readers(route, bearer),
			async (req, res) => answer(route, work, req, res),
		);
	}
	for (const [path, methods] of known) router.all(path, refuseMethod(methods.join(", ")));
	router.use(API_V1, () => {
		throw new AppError("not_found", "There is no such route. See /developers.");
	});
	return router;
}

/** Answers any method that comes so far. */
export function refuseMethod(allowed: string): RequestHandler {
	return (_req, res) => {
		res.set("Allow", allowed);
		throw new AppError("method_not_allowed", `This route takes ${allowed}.`);
	};
}

function readers(route: ApiRoute, bearer: Pick<Bearer, "authenticate">): RequestHandler[] {
	if (!route.body && !route.file) return [];
	const again: RequestHandler = async (req, _res, next) => {
		await bearer.authenticate(req);
		next();
	};
	const readJson = jsonReader(route.isHeavy ? BODY_MAX.heavy : BODY_MAX.usual);
	if (!route.file) return [readJson, again];
	const upload = imageUpload();
	const either: RequestHandler = (req, res, next) => {
		if (!isForm(req)) return req.is("json") ? readJson(req, res, next) : next(neither());
		// Programs that set the type by hand leave out the boundary.
		const isWhole = /boundary=/i.test(req.headers["content-type"] ?? "");
		return isWhole ? upload(req, res, next) : next(new AppError("invalid", WITHOUT_BOUNDARY));
	};
	return [closeAfterOversized(), either, again];
}

const WITHOUT_BOUNDARY = "Let your client set Content-Type for the form: this one doesn't say where its parts end.";

function neither(): AppError {
	return new AppError("unsupported_type", "Send JSON, or a file as multipart/form-data");
}

const isForm = (req: Request) => Boolean(req.is("multipart/form-data"));

function jsonReader(limit: string): RequestHandler {
	const read = express.json({ limit });
	return (req, res, next) => {
		read(req, res, (error: unknown) => {
			const isMalformed = error instanceof SyntaxError;
			next(isMalformed ? new AppError("invalid", "The body isn't valid JSON", { cause: error }) : error);
		});
	};
}

async function answer(route: ApiRoute, work: AnyHandler, req: Request, res: Response): Promise<void> {
	const gone = new AbortController();
	res.once("close", () => gone.abort());
	const isFile = route.file !== undefined && isForm(req);
	if (isFile) refuseTexts(req.body, route.file);
	const call = {
		user: userOf(req),
		subscription: subscriptionOf(req),
		planId: subscriptionOf(req).planId,
		params: route.params && parse(route.params, req.params),
		query: route.query ? parse(route.query, req.query) : refuseOthers(req.query),
		body: route.body && !isFile ? parseBody(route.body, req) : undefined,
		upload: isFile ? uploadOf(req) : undefined,
		req,
		signal: gone.signal,
	};
	try {
		const reply = await work(call);
		res.status(reply.status ?? route.answer.status);
		if (reply.headers) res.set(reply.headers);
		if (reply.etag !== undefined) res.set("ETag", `"${reply.etag}"`);
		if (route.answer.schema === null) res.end();
		else if (route.answer.type) res.type(route.answer.type).send(reply.body);
		else res.json(reply.body);
	} catch (error) {
		// The client has disconnected; this is no error.
		if (!gone.signal.aborted) throw error;
	}
}

/** @throws AppError "wrong_type" for a file's name instead of the file, "unknown_field" for other texts */
function refuseTexts(texts: object, file = "image"): void {
	if (Object.hasOwn(texts, file)) {
		throw new AppError("wrong_type", "Send the file itself, not its name", { field: file });
	}
	refuseOthers(texts);
}

function refuseOthers(fields: object): undefined {
	const [unknown] = Object.keys(fields);
	if (unknown === undefined) return undefined;
	throw new AppError("unknown_field", "Unknown field", { field: unknown });
}
