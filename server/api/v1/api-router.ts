import { type Request, type RequestHandler, type Response, Router } from "express";
import { closeAfterOversized, imageUpload, uploadOf } from "#server/links/images/upload.ts";
import { AppError } from "#server/platform/http/app-error.ts";
import { parse, parseBody } from "#server/platform/http/parse.ts";
import { API_V1, type ApiRoute } from "#shared/api/v1/api-route.ts";
import type { Bearer } from "../keys/bearer.ts";
import { BODY_MAX, jsonReader } from "./json-reader.ts";
import { type RouteWork, refuseOthers } from "./route-work.ts";

type Options = {
	routes: readonly ApiRoute[];
	work: RouteWork;
	bearer: Pick<Bearer, "requireKey" | "authenticate">;
	limits: RequestHandler[];
};

/** The routes below `/api/v1`. */
export function apiRouter({ routes, work, bearer, limits }: Options): Router {
	const router = Router({ caseSensitive: true });
	const known = new Map<string, string[]>();
	router.use(API_V1, bearer.requireKey, ...limits);
	for (const route of routes) {
		const path = API_V1 + route.path.replaceAll(/\{(\w+)\}/g, ":$1");
		const methods = route.method === "get" ? ["GET", "HEAD"] : [route.method.toUpperCase()];
		known.set(path, [...(known.get(path) ?? []), ...methods]);
		router[route.method](path, ...work.gates(route), ...readers(route, bearer), (req, res) =>
			answer(route, work, req, res),
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
	const readJson = jsonReader(route.hasLargeBody ? BODY_MAX.large : BODY_MAX.usual);
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

async function answer(route: ApiRoute, work: RouteWork, req: Request, res: Response): Promise<void> {
	const isFile = route.file !== undefined && isForm(req);
	if (isFile) refuseTexts(req.body, route.file);
	const reply = await work.run(route, { req, res }, () => ({
		params: route.params && parse(route.params, req.params),
		query: route.query ? parse(route.query, req.query) : refuseOthers(req.query),
		body: route.body && !isFile ? parseBody(route.body, req) : undefined,
		upload: isFile ? uploadOf(req) : undefined,
		req,
	}));
	// The client has disconnected.
	if (reply === null) return;
	res.status(reply.status ?? route.answer.status);
	if (reply.headers) res.set(reply.headers);
	if (reply.etag !== undefined) res.set("ETag", `"${reply.etag}"`);
	if (route.answer.schema === null) res.end();
	else if (route.answer.type) res.type(route.answer.type).send(reply.body);
	else res.json(reply.body);
}

/** @throws AppError "wrong_type" for a file's name instead of the file, "unknown_field" for other texts */
function refuseTexts(texts: object, file = "image"): void {
	if (Object.hasOwn(texts, file)) {
		throw new AppError("wrong_type", "Send the file itself, not its name", { field: file });
	}
	refuseOthers(texts);
}
