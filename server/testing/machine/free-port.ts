import { createServer } from "node:net";

/** A TCP port that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, resolve));
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === "string") throw new Error("No free port was found.");
	return address.port;
}
