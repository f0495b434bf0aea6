import { once } from "node:events";
import { createServer } from "node:http";
import type { Logger } from "pino";
import { createListeners, type Listeners } from "./listeners.ts";

/**
 * Listens for a moment where the service will: a start that can't listen is refused before it opens anything else.
 * @throws the system's error, such as EADDRINUSE
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
