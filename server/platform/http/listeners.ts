import type { Server } from "node:http";
import net from "node:net";
import type { Logger } from "pino";
import { createRateLimiter } from "#server/platform/work/rate-limiter.ts";

export type Listeners = {
	/** @param hosts IP addresses, of which the first must exist; null: all of this machine's */
	open(at: { port: number; hosts: string[] | null }): Promise<void>;
	close(): void;
};

/** An IPv6 address on a machine without IPv6. */
const NO_SUCH_ADDRESS = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT"]);
/** Minimum interval between log lines about the same accept error, in milliseconds. */
const SAY_EVERY_MS = 60_000;

/**
 * Listens at several addresses, which a Node server can't: `localhost` is two. Accept errors, such as too many files,
 * close none.
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
