import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import type { RequestIds } from "./request-id.ts";

/** By the parser's code; 400 for all others. */
const STATUS: Record<string, string> = {
	HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
	HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
	ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

type Options = { requestIds: Pick<RequestIds, "of">; log: Pick<Logger, "debug"> };

/** A socket with the answer in progress, as Node's HTTP server sets it. */
type HttpSocket = Duplex & { _httpMessage?: Pick<ServerResponse, "headersSent"> | null };

/**
 * Answers what never becomes a request: unparsable bytes, late or oversized headers, and CONNECT, which Node closes
 * silently. Logged at "debug" (P145).
 */
export function answerUnreadable(server: Server, { requestIds, log }: Options): void {
	server.on("clientError", (error: NodeJS.ErrnoException, socket: HttpSocket) => {
		// Within another answer these bytes would become part of it.
		if (!socket.writable || socket._httpMessage?.headersSent) return void socket.destroy();
		const requestId = randomUUID();
		const status = STATUS[error.code ?? ""] ?? "400 Bad Request";
		log.debug({ requestId, code: error.code, status }, "a request could not be read");
		end(socket, status, requestId);
	});
	server.on("connect", (req: IncomingMessage, socket: Duplex) => {
		// From here on we handle the socket's errors.
		socket.on("error", () => socket.destroy());
		end(socket, "405 Method Not Allowed\r\nAllow: GET, HEAD", requestIds.of(req));
	});
}

function end(socket: Duplex, status: string, requestId: string): void {
	const text = `HTTP/1.1 ${status}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
	socket.end(text, () => socket.destroy());
}
