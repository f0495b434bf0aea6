import type { Server } from "node:http";
import net from "node:net";
import type { Logger } from "pino";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

export type Listeners = {
	/**
	 * Takes connections on a port.
	 * @param hosts IP addresses; null: every address of this machine. The first must be there, others may be missing, such
	 * as that of IPv6.
	 */
	open(at: { port: number; hosts: string[] | null }): Promise<void>;
	/** Takes no more; connections that are idle end. */
	close(): void;
};

/** An IPv6 address on a machine without IPv6. */
const NO_SUCH_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);
/** Minimum interval between log lines of the same reason for refused connections, in milliseconds. */
const SAY_EVERY_MS = 60_000;

/**
 * The addresses that an HTTP server answers at. Node's servers have one each, but `localhost` is two, and which of them
 * a program tries first is its own affair: connections made at the others are handed to the server. A connection that
 * can't be taken, as when too many files are open, closes no door.
 */
export function createListeners(server: Server, { log }: { log: Pick<Logger, "warn"> }): Listeners {
	const others: net.Server[] = [];
	const logLimiter = createRateLimiter({ max: 1, perMs: SAY_EVERY_MS });

	async function listen(door: net.Server, at: net.ListenOptions): Promise<void> {
		await listening(door, at);
		door.on("error", (error: NodeJS.ErrnoException) => {
			if (logLimiter.take(error.code ?? "")) log.warn({ err: error }, "a connection could not be taken");
		});
	}

	async function openOther(port: number, host: string): Promise<void> {
		const other = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
			server.emit("connection", socket);
		});
		others.push(other);
		await listen(other, { port, host }).catch((error: NodeJS.ErrnoException) => {
			if (!NO_SUCH_ADDRESS.has(error.code ?? "")) throw error;
		});
	}

	return {
		async open({ port, hosts }) {
			const [first, ...more] = hosts ?? [];
			await listen(server, { port, ...(first !== undefined && { host: first }) });
			for (const host of more) await openOther(port, host);
		},
		close() {
			server.close();
			for (const other of others) other.close();
		},
	};
}

function listening(server: net.Server, at: net.ListenOptions): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(at, () => {
			server.off("error", reject);
			resolve();
		});
	});
}
