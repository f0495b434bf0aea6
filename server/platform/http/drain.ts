import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextLoop } from "node:timers/promises";
import type { Listeners } from "./listeners.ts";

/**
 * How long idle keep-alive connections have for one more request, answered with `Connection: close`, in milliseconds.
 */
const FAREWELL_MS = 1_000;
/**
 * When connections are ended, whatever is under way on them, since the beginning: all of the time of a stop that nothing
 * else needs. An image takes seconds on a machine that starts another process at the same time.
 */
const END_MS = 5_600;
/** The longest that a loop of the process may take to count as quiet. */
const QUIET_MS = 1;
/** One that does not come within this time is not waited for. */
const QUIET_WITHIN_MS = 500;

export type Drain = {
	/** Wraps the server's listener: once draining, every answer closes its connection. */
	watch: (listener: RequestListener) => RequestListener;
	/** Begins to know the server's connections. */
	guard: (server: Server) => void;
	/** Stops a server without dropping a request: says farewell, closes the doors, waits for what was begun, in bounds. */
	close: (server: Server, listeners: Pick<Listeners, "close">) => Promise<void>;
};

/**
 * Closing an idle connection can race with its client's next request. So a draining server first answers with
 * `Connection: close` for a moment, then stops. Connections that arrived by then are accepted first: the system resets
 * the others, and a proxy doesn't repeat a POST.
 */
export function createDrain({ farewellMs = FAREWELL_MS, endMs = END_MS } = {}): Drain {
	/** Each with the newest answer on it. */
	const sockets = new Map<Socket, ServerResponse | null>();
	let isDraining = false;
	/** Connections and requests so far. */
	let arrivals = 0;
	let onEmpty = () => {};

	return {
		watch: (listener) => (req, res) => {
			arrivals += 1;
			if (sockets.has(req.socket)) sockets.set(req.socket, res);
			if (isDraining) res.shouldKeepAlive = false;
			listener(req, res);
		},
		guard: (server) => {
			server.on("connection", (socket) => {
				arrivals += 1;
				sockets.set(socket, null);
				socket.once("close", () => {
					sockets.delete(socket);
					if (sockets.size === 0) onEmpty();
				});
			});
		},
		close: async (server, listeners) => {
			isDraining = true;
			const endAt = performance.now() + endMs;
			for (const res of sockets.values()) if (res) closeAfter(res);
			if (sockets.size > 0) await delay(farewellMs);
			await untilQuiet(() => arrivals);
			const empty = new Promise<void>((resolve) => {
				onEmpty = resolve;
			});
			listeners.close();
			if (sockets.size === 0) return;
			const giveUp = setTimeout(() => endAll(server, sockets), Math.max(0, endAt - performance.now()));
			await empty;
			clearTimeout(giveUp);
		},
	};
}

/** Waits for a short, idle iteration of the event loop: every connection that arrived by now was seen. */
async function untilQuiet(arrivals: () => number): Promise<void> {
	const giveUpAt = performance.now() + QUIET_WITHIN_MS;
	for (let isQuiet = false; !isQuiet && performance.now() < giveUpAt; ) {
		const [before, since] = [arrivals(), performance.now()];
		await nextLoop();
		isQuiet = arrivals() === before && performance.now() - since < QUIET_MS;
	}
}

/** An answer under way closes its connection, too; one whose head is written can't say so any more. */
function closeAfter(res: ServerResponse): void {
	if (!res.headersSent) res.shouldKeepAlive = false;
	else if (!res.writableFinished) res.once("finish", () => res.req.socket.end());
}

/** The server's own list holds no connection that sent nothing yet, or that left HTTP. */
function endAll(server: Server, sockets: Map<Socket, unknown>): void {
	server.closeAllConnections();
	for (const socket of sockets.keys()) socket.destroy();
}
