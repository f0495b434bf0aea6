import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How often connections are looked at, in milliseconds. */
const CHECK_MS = 3_000;
/** After so many looks at a body that did not get on, its connection is closed: 9 to 12 seconds. */
const MAX_STALLS = 3;
/**
 * The same of an answer: two minutes. The system takes more of it only when a third of its buffer is free, and of the 4 MiB that
 * Linux gives a connection that is a minute and a half at 16 KiB a second.
 */
const MAX_STALLS_OF_ANSWER = 40;
/** What a request's body must bring from one look to the next, in bytes: one KiB a second. */
const MIN_BODY_BYTES = 3_072;

type Exchange = { req: IncomingMessage; res: ServerResponse; read: number; taken: number; stalls: number };
/** A socket as Node has it: only its handle knows how far a write has got, which may be a whole answer. */
type SocketWithHandle = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

export type SlowClients = {
	/** Wraps the server's listener, to know what each connection is about. */
	watch: (listener: RequestListener) => RequestListener;
	/** Begins to look; ends with the server. */
	guard: (server: Server) => void;
};

/**
 * Closes connections whose client sends a body or takes an answer so slowly that only an attacker would (P472): Node itself
 * bounds the time of the headers and of the whole request, and lets an answer lie forever.
 */
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

/** Whether a body has got on since the last look, as far as that is the client's to do. */
function isSending(socket: Socket, { req, read }: Exchange): boolean {
	// What has arrived and is not read yet waits for us: for a turn, or for the database.
	const isWaitingForUs = req.readableLength > 0;
	return req.complete || isWaitingForUs || socket.bytesRead - read >= MIN_BODY_BYTES;
}

/** Bytes that the system has taken from us for this client. */
function takenOf({ _handle: handle }: SocketWithHandle): number {
	return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
