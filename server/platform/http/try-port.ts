import { once } from "node:events";
import { createServer } from "node:http";
import type { Logger } from "pino";
import { createListeners, type Listeners } from "./listeners.ts";

/**
 * Tries to listen at the service's port: a start that can't fails before opening anything else. @throws such as
 * EADDRINUSE
 */
export async function tryPort(place: Parameters<Listeners["open"]>[0], log: Pick<Logger, "warn">): Promise<void> {
	const server = createServer();
	const listeners = createListeners(server, { log });
	await listeners.open(place).catch((error: unknown) => {
		listeners.close();
		throw error;
	});
	const closed = once(server, "close");
	listeners.close();
	await closed;
}
