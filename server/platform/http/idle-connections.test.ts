import { once } from "node:events";
import net, { type Socket } from "node:net";
import { expect, test } from "vitest";
import { useTestApp } from "#server/testing/app/use-test-app.ts";

const app = useTestApp();

test("a request that crosses with the end of the announced keep-alive time is answered", async () => {
	app.server.keepAliveTimeout = 1_000;
	const accepted: Socket[] = [];
	app.server.on("connection", (socket) => accepted.push(socket));
	const client = net.connect(Number(new URL(app.origin).port), "127.0.0.1");
	const ask = async () => {
		client.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
		return String(await Promise.race([once(client, "data"), once(client, "close")]));
	};
	expect(await ask()).toContain("Keep-Alive: timeout=1\r\n");
	const socket = accepted.find(({ remotePort }) => remotePort === client.localPort) as Socket;
	await once(socket, "timeout");
	expect(await ask()).toContain("HTTP/1.1 200 OK");
	client.destroy();
});
