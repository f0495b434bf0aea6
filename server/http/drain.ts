import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Doors } from "./doors.ts";

/** How long connections that are kept alive get to come back once and be told to close, in milliseconds. */
const FAREWELL_MS = 1_000;
/** How long requests under way get to finish after that; who is slower than this may be slow on purpose. */
const FINISH_MS = 3_500;

export type Drain = {
	/** Wraps the server's listener: once draining, every answer closes its connection. */
	watch: (listener: RequestListener) => RequestListener;
	/** Begins to know the server's connections. */
	guard: (server: Server) => void;
	/** Stops a server without dropping a request: says farewell, closes the doors, waits for what was begun, in bounds. */
	close: (server: Server, doors: Pick<Doors, "close">) => Promise<void>;
};

/**
 * A connection that is simply closed while idle can cross with its client's next request. So a draining server first
 * answers with `Connection: close` for a moment, and only then stops.
 */
export function createDrain({ farewellMs = FAREWELL_MS, finishMs = FINISH_MS } = {}): Drain {
	const sockets = new Set<Socket>();
	let isDraining = false;
	let onEmpty = () => {};

	return {
		watch: (listener) => (req, res) => {
			if (isDraining) res.shouldKeepAlive = false;
			listener(req, res);
		},
		guard: (server) => {
			server.on("connection", (socket) => {
				sockets.add(socket);
				socket.once("close", () => {
					sockets.delete(socket);
					if (sockets.size === 0) onEmpty();
				});
			});
		},
		close: async (server, doors) => {
			isDraining = true;
			if (sockets.size > 0) await delay(farewellMs);
			const empty = new Promise<void>((resolve) => {
				onEmpty = resolve;
			});
			doors.close();
			if (sockets.size === 0) return;
			const giveUp = setTimeout(() => endAll(server, sockets), finishMs);
			await empty;
			clearTimeout(giveUp);
		},
	};
}

/** The server's own list holds no connection that sent nothing yet, or that left HTTP. */
function endAll(server: Server, sockets: Set<Socket>): void {
	server.closeAllConnections();
	for (const socket of sockets) socket.destroy();
}
