import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
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
async function rig(times: { farewellMs: number; finishMs: number }) {
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

describe("a server that stops", () => {
	it("with no connection, at once", async () => {
		const { close, server } = await rig({ farewellMs: NEVER_MS, finishMs: NEVER_MS });
		await close();
		expect(server.listening).toBe(false);
	});

	it("lets connections that are kept alive come back once, and tells them to close", async () => {
		const { close, server, ask } = await rig({ farewellMs: 300, finishMs: NEVER_MS });
		expect(await ask("/")).toEqual({ connection: "keep-alive", body: "quick" });
		const closed = close();
		expect(await ask("/")).toEqual({ connection: "close", body: "quick" });
		await closed;
		expect(server.listening).toBe(false);
	});

	it("lets what was begun finish", async () => {
		const { close, server, ask, finish } = await rig({ farewellMs: 1, finishMs: NEVER_MS });
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
		expect((await answer).body).toBe("slow");
		await closed;
	});

	it("ends a request that does not finish in time", async () => {
		const { close, server, ask } = await rig({ farewellMs: 1, finishMs: 50 });
		const answer = ask("/slow");
		const broken = expect(answer).rejects.toThrow();
		await once(server, "slow");
		await close();
		await broken;
	});

	it("ends a connection that asks for nothing", async () => {
		const { close, connect } = await rig({ farewellMs: 1, finishMs: 50 });
		const idle = await connect();
		idle.on("error", () => {});
		const ended = once(idle, "close");
		await close();
		await ended;
	});
});
