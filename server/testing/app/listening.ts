import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free port, for tests of what is in front of a feature. */
export async function listening(listener: RequestListener): Promise<{ origin: string; server: Server }> {
	const server = createServer(listener).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
