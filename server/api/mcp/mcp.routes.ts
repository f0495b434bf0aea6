import type { IncomingMessage } from "node:http";
import { type RequestHandler, Router } from "express";
import type { Logger } from "pino";
import { AppError } from "#server/platform/http/app-error.ts";
import { errorHandler } from "#server/platform/http/error-handler.ts";
import { isFromAnotherSite } from "#server/platform/http/request-guard.ts";
import type { RequestIds } from "#server/platform/http/request-id.ts";
import { MCP_PATH } from "#shared/platform/api-paths.ts";
import { hostOf } from "#shared/platform/parse-url.ts";
import { type Bearer, challenge } from "../keys/bearer.ts";
import { refuseMethod } from "../v1/api-router.ts";
import { BODY_MAX, jsonReader } from "../v1/json-reader.ts";
import type { RouteWork } from "../v1/route-work.ts";
import type { createMcpServer } from "./mcp-server.ts";

type Options = {
	work: RouteWork;
	bearer: Pick<Bearer, "requireKey" | "authenticate">;
	/** Those of the API: each message counts as a call. */
	limits: RequestHandler[];
	publicOrigin: string;
	requestIds: RequestIds;
	log: Logger;
};

/** Where clients look for a way to sign in, which there is none: a page of ours there would break some. */
const SIGN_IN_METADATA = /^\/(?:mcp\/)?\.well-known\/(?:oauth-|openid-configuration)/;
/** Codes of JSON-RPC; all others of ours are the server's own, -32000. */
const PARSE_ERROR = -32_700;

/** The door of assistants (P666, P668). */
export function createMcp({ work, bearer, limits, publicOrigin, requestIds, log }: Options) {
	let server: Promise<ReturnType<typeof createMcpServer>> | undefined;
	const loaded = () => {
		server ??= import("./mcp-server.ts").then(({ createMcpServer: create }) => create({ work, requestIds, log }));
		return server;
	};
	const again: RequestHandler = async (req, _res, next) => {
		await bearer.authenticate(req);
		next();
	};
	const router = Router({ caseSensitive: true });
	router.post(
		MCP_PATH,
		guardDoor(publicOrigin),
		bearer.requireKey,
		...limits,
		jsonReader(BODY_MAX.usual),
		refuseOdd,
		again,
		async (req, res) => (await loaded()).handle(req, res),
	);
	router.all(MCP_PATH, refuseMethod("POST"));
	router.use((req, res, next) => {
		if (!SIGN_IN_METADATA.test(req.path)) return next();
		res.status(404).json({ error: "not_found" });
	});
	return {
		router,
		/** Must follow it: a router hears nothing of errors thrown before it. */
		errors: [challenge, errorHandler({ log, requestIds, write: errorBody })],
		async close(): Promise<void> {
			await (await server)?.close();
		},
	};
}

/**
 * Refuses pages of other sites, and other hosts' names, by which a page reaches an address that isn't its own (DNS
 * rebinding). A proxy may ask by a name of this machine.
 */
function guardDoor(publicOrigin: string): RequestHandler {
	const ours = new Set([new URL(publicOrigin).hostname, "localhost", "127.0.0.1", "[::1]"]);
	return (req, _res, next) => {
		if (!ours.has(hostnameOf(req) ?? "")) throw new AppError("cross_site_request", `Call ${publicOrigin}${MCP_PATH}.`);
		if (isFromAnotherSite(req, [publicOrigin])) {
			throw new AppError("cross_site_request", "This request came from another site");
		}
		next();
	};
}

function hostnameOf({ headers: { host = "" } }: IncomingMessage): string | null {
	return URL.canParse(`http://${host}`) ? hostOf(new URL(`http://${host}`)) : null;
}

/** A batch would count as one call. */
const refuseOdd: RequestHandler = (req, _res, next) => {
	if (req.body === undefined) throw new AppError("unsupported_type", "Send this request as JSON");
	if (Array.isArray(req.body)) throw new AppError("wrong_type", "Send one message at a time");
	next();
};

function errorBody({ code, message }: AppError, requestId: string): object {
	const number = code === "invalid" ? PARSE_ERROR : -32_000;
	return { jsonrpc: "2.0", id: null, error: { code: number, message, data: { code, requestId } } };
}
