import type { Server } from "node:http";
import type { Socket } from "node:net";

/** How much later than announced in `Keep-Alive: timeout=…` an idle connection is closed, in milliseconds. */
const GRACE_MS = 2_000;

/** Closes idle connections late: a client that reuses one at the last announced moment would get ECONNRESET. */
export function closeIdleConnectionsLate(server: Server, { graceMs = GRACE_MS } = {}): void {
	/** Bytes received by each connection when its announced time ended. */
	const overdue = new WeakMap<Socket, number>();
	// With a listener, Node leaves closing to it. Emitted once per idle period, and canceled by a request.
	server.on("timeout", (socket) => {
		if (overdue.get(socket) === socket.bytesRead) {
			socket.destroy();
			return;
		}
		overdue.set(socket, socket.bytesRead);
		socket.setTimeout(graceMs);
	});
}
