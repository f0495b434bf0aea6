import net from "node:net";

/** One connection that is kept alive, with one request at a time on it. */
export type Connection = {
	/** Sends a whole request, once the connection stands and the answer before has come. */
	send(request: string | Buffer): void;
	/** Ends it; answers that come yet are still told. */
	end(): void;
};

type Options = {
	port: number;
	onOpen: () => void;
	/**
	 * Hears each whole answer: its status, its bytes and where its head ends. The bytes are good during the call alone.
	 */
	onAnswer: (status: string, bytes: Buffer, headEnd: number) => void;
	/** Hears once that it is over, and what broke it, if anything did. */
	onClose: (error: Error | null) => void;
};

const HEAD_END = Buffer.from("\r\n\r\n");
/** As Node writes it; an answer without it has no body. */
const LENGTH = Buffer.from("Content-Length: ");
const READ_BYTES = 64 * 1024;
/** What is read is looked at before anything else is read, so one buffer does for all connections. */
const shared = Buffer.allocUnsafe(READ_BYTES);

/** Connects to a port of this machine. Lean, so that it leaves the CPU to the server: nothing is parsed but lengths. */
export function connect({ port, onOpen, onAnswer, onClose }: Options): Connection {
	let pending: Buffer | null = null;
	let broken: Error | null = null;
	const socket = net.connect({
		...{ port, host: "127.0.0.1", noDelay: true },
		onread: {
			buffer: shared,
			callback(length) {
				receive(shared.subarray(0, length));
				return true;
			},
		},
	});
	socket.on("connect", onOpen);
	socket.on("error", (error) => {
		broken = error;
	});
	socket.on("close", () => onClose(broken));

	function receive(chunk: Buffer): void {
		const received = pending === null ? chunk : Buffer.concat([pending, chunk]);
		const headEnd = received.indexOf(HEAD_END);
		const end = headEnd < 0 ? Number.POSITIVE_INFINITY : headEnd + HEAD_END.length + bodyLength(received, headEnd);
		if (end > received.length) {
			// Copied, for the buffer is about to be read into again.
			pending = Buffer.from(received);
			return;
		}
		pending = end === received.length ? null : Buffer.from(received.subarray(end));
		onAnswer(received.toString("latin1", 9, 12), received, headEnd);
	}

	return { send: (request) => socket.write(request), end: () => socket.end() };
}

function bodyLength(bytes: Buffer, headEnd: number): number {
	const at = bytes.indexOf(LENGTH);
	return at < 0 || at > headEnd ? 0 : digitsAt(bytes, at + LENGTH.length);
}

function digitsAt(bytes: Buffer, start: number): number {
	let value = 0;
	for (let at = start; ; at++) {
		const digit = (bytes[at] ?? 0) - 48;
		if (digit < 0 || digit > 9) return value;
		value = value * 10 + digit;
	}
}
