import { once } from "node:events";
import { createServer } from "node:http";
import type { Logger } from "pino";
import { createDoors, type Doors } from "./doors.ts";

/**
 * Listens for a moment where the service will: a start that can't listen is refused before it opens anything else.
 * @throws the system's error, such as EADDRINUSE
 */
export async function tryPort(place: Parameters<Doors["open"]>[0], log: Pick<Logger, "warn">): Promise<void> {
	const server = createServer();
	const doors = createDoors(server, { log });
	await doors.open(place).catch((error: unknown) => {
		doors.close();
		throw error;
	});
	const closed = once(server, "close");
	doors.close();
	await closed;
}
