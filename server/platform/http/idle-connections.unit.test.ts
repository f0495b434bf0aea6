import { once } from "node:events";
import type { Server } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { listening } from "#server/testing/app/listening.ts";
import { closeIdleConnectionsLate } from "./idle-connections.ts";

let server: Server | undefined;
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

/** A server that announces one second, and a connection on which one request was answered. */
async function rig({ graceMs }: { graceMs: number }) {
	const started = await listening((_req, res) => res.end("served"));
	server = started.server;
	server.keepAliveTimeout = 1_000;
	closeIdleConnectionsLate(server, { graceMs });
	const accepted = once(server, "connection") as Promise<[Socket]>;
	const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
	client.on("error", () => {});
	const ask = async () => {
		client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
		return String(await Promise.race([once(client, "data"), once(client, "close")]));
	};
	const [socket] = await accepted;
	// Asked of the connection: a listener of the server's would keep it open by itself.
	return { client, socket, ask, announcedTimeIsOver: () => once(socket, "timeout") };
}

it("a request that comes after the announced time is served", async () => {
	const { ask, announcedTimeIsOver } = await rig({ graceMs: 60_000 });
	expect(await ask()).toContain("Keep-Alive: timeout=1\r\n");
	for (const _period of ["first", "second"]) {
		await announcedTimeIsOver();
		expect(await ask()).toContain("served");
	}
});

it("a connection that stays idle is closed after the grace period", async () => {
	const { client, socket, ask, announcedTimeIsOver } = await rig({ graceMs: 10 });
	await ask();
	const closed = once(client, "close");
	await announcedTimeIsOver();
	expect(socket.destroyed).toBe(false);
	await closed;
});
