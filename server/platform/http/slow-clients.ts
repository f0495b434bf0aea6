import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const CHECK_MS = 3_000;
/** Checks without progress after which a body's connection is closed: 9 to 12 seconds. */
const MAX_STALLS = 3;
/** For an answer, two minutes: Linux buffers up to 4 MiB and reports progress per third, 90 seconds at 16 KiB/s. */
const MAX_STALLS_OF_ANSWER = 40;
/** Least progress of a body between checks, in bytes: 1 KiB/s. */
const MIN_BODY_BYTES = 3_072;

type Exchange = { req: IncomingMessage; res: ServerResponse; read: number; taken: number; stalls: number };
/** Node reports a write's progress only on the socket's handle. */
type SocketWithHandle = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

export type SlowClients = {
	watch: (listener: RequestListener) => RequestListener;
	guard: (server: Server) => void;
};

/** Closes connections at an attacker's speed (P472): Node limits requests, but not unread answers. */
export function createSlowClients({ checkMs = CHECK_MS } = {}): SlowClients {
	const exchanges = new Map<Socket, Exchange>();

	function look(): void {
		for (const [socket, exchange] of exchanges) {
			const isTaking = exchange.res.headersSent && socket.writableLength > 0;
			const getsOn = isTaking ? takenOf(socket) > exchange.taken : isSending(socket, exchange);
			exchange.stalls = getsOn ? 0 : exchange.stalls + 1;
			exchange.read = socket.bytesRead;
			exchange.taken = takenOf(socket);
			if (exchange.stalls >= (isTaking ? MAX_STALLS_OF_ANSWER : MAX_STALLS)) socket.destroy();
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

/** Whether a body progressed since the last check, as far as the client is responsible. */
function isSending(socket: Socket, { req, read }: Exchange): boolean {
	// Received but unread bytes wait for us: in the queue, or for the database.
	const isWaitingForUs = req.readableLength > 0;
	return req.complete || isWaitingForUs || socket.bytesRead - read >= MIN_BODY_BYTES;
}

function takenOf({ _handle: handle }: SocketWithHandle): number {
	return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
