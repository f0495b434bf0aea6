import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextLoop } from "node:timers/promises";
import type { Listeners } from "./listeners.ts";

/** How long idle keep-alive connections have for a last request, answered with `Connection: close`, in milliseconds. */
const FAREWELL_MS = 1_000;
/**
 * When open connections are closed, as late as the stop allows: an image takes seconds while another process starts.
 */
const END_MS = 5_600;
const QUIET_MS = 1;
const QUIET_WITHIN_MS = 500;

export type Drain = {
	watch: (listener: RequestListener) => RequestListener;
	guard: (server: Server) => void;
	/** Stops a server without dropping a request, in bounded time. */
	close: (server: Server, listeners: Pick<Listeners, "close">) => Promise<void>;
};

/**
 * Closing an idle connection races with its next request, and proxies won't repeat a POST: draining first answers with
 * `Connection: close`, then stops.
 */
export function createDrain({ farewellMs = FAREWELL_MS, endMs = END_MS } = {}): Drain {
	const sockets = new Map<Socket, ServerResponse | null>();
	let isDraining = false;
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

/** Waits for an idle event-loop iteration: by then every earlier connection was accepted. */
async function untilQuiet(arrivals: () => number): Promise<void> {
	const giveUpAt = performance.now() + QUIET_WITHIN_MS;
	for (let isQuiet = false; !isQuiet && performance.now() < giveUpAt; ) {
		const [before, since] = [arrivals(), performance.now()];
		await nextLoop();
		isQuiet = arrivals() === before && performance.now() - since < QUIET_MS;
	}
}

/** Closes the connection after the answer, if its head isn't sent yet. */
function closeAfter(res: ServerResponse): void {
	if (!res.headersSent) res.shouldKeepAlive = false;
	else if (!res.writableFinished) res.once("finish", () => res.req.socket.end());
}

/** Node's own list omits connections that sent nothing yet or left HTTP. */
function endAll(server: Server, sockets: Map<Socket, unknown>): void {
	server.closeAllConnections();
	for (const socket of sockets.keys()) socket.destroy();
}
