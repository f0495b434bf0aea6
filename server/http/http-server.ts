import { createServer, type Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Drain } from "./drain.ts";
import type { LastResort, Listener } from "./last-resort.ts";
import { createSlowClients } from "./slow-clients.ts";

type Options = {
	/** What answers every request. */
	answer: Listener;
	drain: Drain;
	lastResort: LastResort;
	/** Whether a proxy stands before the server. */
	isProxied: boolean;
};

/** The server that everything is answered by, bounded in time and guarded against what is thrown; not yet listening. */
export function createHttpServer({ answer, drain, lastResort, isProxied }: Options): Server {
	const limits = {
		// Node's own limits (60 s, 300 s, 30 s) let slow clients hold connections for too long.
		headersTimeout: 10_000,
		requestTimeout: 30_000,
		connectionsCheckingInterval: 5_000,
		// A proxy keeps idle connections for a minute. If we closed them first, its next request could cross with that.
		keepAliveTimeout: isProxied ? 65_000 : 5_000,
	};
	const slowClients = createSlowClients();
	const server = createServer(limits, slowClients.watch(drain.watch(lastResort.watch(answer))));
	server.on("connect", (_req, socket) => refuseTunnel(socket));
	slowClients.guard(server);
	drain.guard(server);
	lastResort.guardServer(server);
	return server;
}

const NO_TUNNEL =
	"HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Node closes a CONNECT without a word unless somebody answers it; from then on the socket's errors are ours to hear. */
function refuseTunnel(socket: Duplex): void {
	socket.on("error", () => socket.destroy());
	socket.end(NO_TUNNEL, () => socket.destroy());
}
