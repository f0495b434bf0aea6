import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createSlowClients } from "./slow-clients.ts";

let server: Server;
/** What the server does from time to time. */
let look: () => void = () => {};
afterEach(() => {
	server.closeAllConnections();
	server.close();
});

/** A server that looks at its connections often, and a client that has sent `head`. */
async function connect(listener: RequestListener, head: string): Promise<net.Socket> {
	const slowClients = createSlowClients({ checkMs: 50 });
	const timers = vi.spyOn(globalThis, "setInterval");
	server = createServer(slowClients.watch(listener));
	slowClients.guard(server);
	look = timers.mock.calls[0]?.[0] ?? look;
	timers.mockRestore();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
	client.on("error", () => {});
	client.write(head);
	return client;
}

const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

test("a body that comes a byte at a time ends its connection (G7)", async () => {
	const client = await connect((req) => req.resume(), "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n");
	await once(client, "close");
	expect(await connections()).toBe(0);
});

test("an answer that is not taken ends its connection (G7)", async () => {
	const answer = Buffer.alloc(50_000_000);
	const client = await connect((_req, res) => void res.end(answer), "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
	client.pause();
	const [socket] = await once(server, "connection");
	await once(socket, "close");
	expect(await connections()).toBe(0);
	client.destroy();
});

test("an answer that takes us long, and a connection that rests, end nothing", async () => {
	const client = await connect(
		(_req, res) => void setTimeout(() => res.end("late"), 500),
		"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
	);
	const [answer] = await once(client, "data");
	expect(String(answer)).toContain("late");
	for (let looks = 0; looks < 10; looks += 1) look();
	expect(await connections()).toBe(1);
	client.destroy();
});

test("a body that we read late, such as an upload that waits for its turn, ends nothing", async () => {
	const body = "x".repeat(300_000);
	const client = await connect((req, res) => {
		setTimeout(() => req.resume().on("end", () => res.end("whole")), 500);
	}, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
	const [answer] = await once(client, "data");
	expect(String(answer)).toContain("whole");
	client.destroy();
});
