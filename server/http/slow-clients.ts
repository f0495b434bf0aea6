import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How often connections are looked at, in milliseconds. */
const CHECK_MS = 3_000;
/** After so many looks at a connection that did not get on, it is closed: 9 to 12 seconds. */
const MAX_STALLS = 3;
/** What a request's body must bring from one look to the next, in bytes: one KiB a second. */
const MIN_BODY_BYTES = 3_072;

type Exchange = { req: IncomingMessage; res: ServerResponse; read: number; taken: number; stalls: number };

export type SlowClients = {
	/** Wraps the server's listener, to know what each connection is about. */
	watch: (listener: RequestListener) => RequestListener;
	/** Begins to look; ends with the server. */
	guard: (server: Server) => void;
};

/**
 * Closes connections whose client sends a body or takes an answer so slowly that only an attacker would: Node itself
 * bounds the time of the headers and of the whole request, and lets an answer lie forever.
 */
export function createSlowClients({ checkMs = CHECK_MS } = {}): SlowClients {
	const exchanges = new Map<Socket, Exchange>();

	function look(): void {
		for (const [socket, exchange] of exchanges) {
			exchange.stalls = isStalled(socket, exchange) ? exchange.stalls + 1 : 0;
			exchange.read = socket.bytesRead;
			exchange.taken = takenOf(socket);
			if (exchange.stalls >= MAX_STALLS) socket.destroy();
		}
	}

	return {
		watch: (listener) => (req, res) => {
			const { socket } = req;
			const known = exchanges.get(socket);
			if (known) {
				known.req = req;
				known.res = res;
				known.stalls = 0;
			} else {
				exchanges.set(socket, { req, res, read: socket.bytesRead, taken: takenOf(socket), stalls: 0 });
				socket.once("close", () => exchanges.delete(socket));
			}
			listener(req, res);
		},
		guard: (server) => {
			const timer = setInterval(look, checkMs).unref();
			server.once("close", () => clearInterval(timer));
		},
	};
}

/** Whether the client, and not we, kept this connection from getting on since the last look. */
function isStalled(socket: Socket, { req, res, read, taken }: Exchange): boolean {
	const isTaking = res.headersSent && socket.writableLength > 0;
	if (isTaking) return takenOf(socket) === taken;
	// What has arrived and is not read yet waits for us: for a turn, or for the database.
	const isWaitingForUs = req.readableLength > 0;
	return !req.complete && !isWaitingForUs && socket.bytesRead - read < MIN_BODY_BYTES;
}

/** Bytes that the system has taken from us for this client. */
function takenOf(socket: Socket): number {
	return socket.bytesWritten - socket.writableLength;
}
