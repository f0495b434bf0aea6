import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { listening } from "#server/testing/app/listening.ts";
import { createDrain } from "./drain.ts";

/** Longer than any test takes. */
const NEVER_MS = 100_000;
const ends: (() => void)[] = [];
afterEach(() => {
	for (const end of ends.splice(0)) end();
});

/** A server that answers `/slow` only when told, and the ways to ask it. */
async function rig(times: { farewellMs: number; endMs: number }) {
	const drain = createDrain(times);
	let finish = () => {};
	const { server, origin } = await listening(
		drain.watch((req, res) => {
			if (req.url !== "/slow") return void res.end("quick");
			finish = () => res.end("slow");
			server.emit("slow");
		}),
	);
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	ends.push(
		() => server.closeAllConnections(),
		() => agent.destroy(),
	);
	const ask = async (path: string) => {
		const [answer] = (await once(get(origin + path, { agent }), "response")) as [IncomingMessage];
		return { connection: answer.headers.connection, body: await text(answer) };
	};
	const connect = async () => {
		const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
		await once(socket, "connect");
		return socket;
	};
	drain.guard(server);
	const close = () => drain.close(server, { close: () => server.close() });
	return { close, server, ask, connect, finish: () => finish() };
}

/** Another thread: connects to the port, sends a POST, says so in the shared memory, and tells what it heard. */
const ASKER = `
	const { workerData: { port, memory }, parentPort } = require("node:worker_threads");
	let heard = "";
	const socket = require("node:net").connect(port, "127.0.0.1", () =>
		socket.write("POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0\\r\\n\\r\\n", () => {
			Atomics.store(memory, 0, 1);
			Atomics.notify(memory, 0);
		}));
	socket.on("data", (data) => { heard += data; });
	socket.on("error", (error) => { heard += error.code; });
	socket.on("close", () => parentPort.postMessage(heard));
`;

/** Asks a server of this thread while this thread does nothing else; gives what came back. */
async function askedUnseen(port: number): Promise<string> {
	const memory = new Int32Array(new SharedArrayBuffer(4));
	const worker = new Worker(ASKER, { eval: true, workerData: { port, memory } });
	const heard = once(worker, "message");
	Atomics.wait(memory, 0, 0);
	const [answer] = await heard;
	return String(answer);
}

describe("a server that stops", () => {
	it("with no connection, at once", async () => {
		const { close, server } = await rig({ farewellMs: NEVER_MS, endMs: NEVER_MS });
		await close();
		expect(server.listening).toBe(false);
	});

	it("lets connections that are kept alive come back once, and tells them to close", async () => {
		const { close, server, ask } = await rig({ farewellMs: 300, endMs: NEVER_MS });
		expect(await ask("/")).toEqual({ connection: "keep-alive", body: "quick" });
		const closed = close();
		expect(await ask("/")).toEqual({ connection: "close", body: "quick" });
		await closed;
		expect(server.listening).toBe(false);
	});

	it("lets what was begun finish", async () => {
		const { close, server, ask, finish } = await rig({ farewellMs: 1, endMs: NEVER_MS });
		const answer = ask("/slow");
		await once(server, "slow");
		let isClosed = false;
		const closed = close().then(() => {
			isClosed = true;
		});
		// It listens no more, and waits.
		while (server.listening) await new Promise(setImmediate);
		expect(isClosed).toBe(false);
		finish();
		expect(await answer).toEqual({ connection: "close", body: "slow" });
		await closed;
	});

	it("takes in a request whose connection was made while it was too busy to see it", async () => {
		const { close, server, connect } = await rig({ farewellMs: 1, endMs: NEVER_MS });
		const idle = await connect();
		const closed = close();
		// Blocks past the end of the farewell, at a place in the loop after which nothing is read before timers are due.
		await new Promise(setImmediate);
		const answer = askedUnseen((server.address() as AddressInfo).port);
		expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);
		idle.destroy();
		await closed;
	});

	it("ends a request that does not finish in time", async () => {
		const { close, server, ask } = await rig({ farewellMs: 1, endMs: 50 });
		const answer = ask("/slow");
		const broken = expect(answer).rejects.toThrow();
		await once(server, "slow");
		await close();
		await broken;
	});

	it("ends a connection that asks for nothing", async () => {
		const { close, connect } = await rig({ farewellMs: 1, endMs: 50 });
		const idle = await connect();
		idle.on("error", () => {});
		const ended = once(idle, "close");
		await close();
		await ended;
	});
});
