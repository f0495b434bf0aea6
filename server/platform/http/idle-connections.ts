import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How much longer than `Keep-Alive: timeout=…` announces an idle connection stays open, in milliseconds. */
const GRACE_MS = 2_000;

/**
 * Closes idle connections later than the server announces. A client that reuses one at the last announced moment would
 * otherwise send its request into a connection that is being closed, and get ECONNRESET.
 */
export function closeIdleConnectionsLate(server: Server, { graceMs = GRACE_MS } = {}): void {
	/** Bytes that each connection had brought when its announced time was over. */
	const overdue = new WeakMap<Socket, number>();
	// With a listener, Node leaves the closing to it. It emits this once per idle period, and cancels it at a request.
	server.on("timeout", (socket) => {
		if (overdue.get(socket) === socket.bytesRead) {
			socket.destroy();
			return;
		}
		overdue.set(socket, socket.bytesRead);
		socket.setTimeout(graceMs);
	});
}
