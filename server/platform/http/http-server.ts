import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Deadlines } from "#server/platform/config/deadlines.ts";
import { createDrain } from "./drain.ts";
import { closeIdleConnectionsLate } from "./idle-connections.ts";
import { createListeners, type Listeners } from "./listeners.ts";
import type { RequestIds } from "./request-id.ts";
import { createSlowClients } from "./slow-clients.ts";
import type { Listener, UncaughtErrors } from "./uncaught-errors.ts";
import { answerUnreadable } from "./unreadable.ts";

const CHECK_MS = 5_000;

type Options = {
	answer: Listener;
	uncaughtErrors: UncaughtErrors;
	isProxied: boolean;
	requestIds: Pick<RequestIds, "of">;
	sayDraining: () => void;
	deadlines: Pick<Deadlines, "requestHeaders" | "request">;
	log: Pick<Logger, "debug" | "warn">;
};

export type HttpServer = {
	server: Server;
	listen: Listeners["open"];
	drain: () => Promise<void>;
};

/** The HTTP server, with timeouts, and guarded against thrown errors. */
export function createHttpServer({
	answer,
	uncaughtErrors,
	isProxied,
	requestIds,
	sayDraining,
	deadlines,
	log,
}: Options): HttpServer {
	const drain = createDrain();
	const { requestHeaders, request } = deadlines;
	const limits = {
		headersTimeout: Math.min(requestHeaders, request),
		requestTimeout: request,
		connectionsCheckingInterval: Math.min(CHECK_MS, request / 2),
		// A proxy keeps idle connections for a minute; its next request must not race with our close.
		keepAliveTimeout: isProxied ? 65_000 : 5_000,
		// `namesOneHost` is stricter.
		requireHostHeader: false,
	};
	const options = { ...limits, ...uncaughtErrors.guardedMessages() };
	const slowClients = createSlowClients();
	const answerPath: Listener = (req, res) => {
		if (!namesOneHost(req)) return refuse(res);
		// Express would parse the host of `GET http://host/path` with Node's legacy parser, which may throw.
		req.url = pathOf(req.url ?? "/");
		return answer(req, res);
	};
	function refuse(res: ServerResponse): void {
		const headers = { "X-Request-Id": requestIds.of(res.req), Connection: "close", "Content-Length": 0 };
		res.writeHead(400, headers).end();
	}
	const server = createServer(options, slowClients.watch(drain.watch(uncaughtErrors.watch(answerPath))));
	answerUnreadable(server, { requestIds, log });
	closeIdleConnectionsLate(server);
	slowClients.guard(server);
	drain.guard(server);
	uncaughtErrors.guardServer(server);
	const listeners = createListeners(server, { log });
	return {
		server,
		listen: listeners.open,
		drain() {
			sayDraining();
			return drain.close(server, listeners);
		},
	};
}

/** A name, an IPv4 address, or an IPv6 address in brackets; optionally a port. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Whether a request has exactly one host (P474): Node uses the first of several, a proxy may use the last. */
export function namesOneHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
	if (host === undefined) return httpVersion === "1.0";
	let isNamed = false;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] ?? "";
		if (name.length !== 4 || name.toLowerCase() !== "host") continue;
		if (isNamed) return false;
		isNamed = true;
	}
	return HOST.test(host);
}

const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** Path and query of a request target; the absolute form (`GET http://host/go/...`) names the same resource. */
export function pathOf(requestTarget: string): string {
	return requestTarget.startsWith("/") ? requestTarget : requestTarget.replace(ORIGIN, "") || "/";
}
