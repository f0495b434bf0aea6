import type { RequestListener, Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** How long connections that are kept alive get to come back once and be told to close, in milliseconds. */
const FAREWELL_MS = 1_000;
/** How long requests under way get to finish after that; who is slower than this may be slow on purpose. */
const FINISH_MS = 5_000;

export type Drain = {
	/** Wraps the server's listener: once draining, every answer closes its connection. */
	watch: (listener: RequestListener) => RequestListener;
	/** Stops a server without dropping a request: says farewell, stops listening, waits for what was begun, in bounds. */
	close: (server: Server) => Promise<void>;
};

/**
 * A connection that is simply closed while idle can cross with its client's next request. So a draining server first
 * answers with `Connection: close` for a moment, and only then stops.
 */
export function createDrain({ farewellMs = FAREWELL_MS, finishMs = FINISH_MS } = {}): Drain {
	let isDraining = false;
	return {
		watch: (listener) => (req, res) => {
			if (isDraining) res.shouldKeepAlive = false;
			listener(req, res);
		},
		close: async (server) => {
			isDraining = true;
			if ((await connectionCount(server)) > 0) await delay(farewellMs);
			const closed = new Promise((resolve) => server.close(resolve));
			const giveUp = setTimeout(() => server.closeAllConnections(), finishMs);
			await closed;
			clearTimeout(giveUp);
		},
	};
}

function connectionCount(server: Server): Promise<number> {
	return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
