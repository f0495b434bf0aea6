import { once } from "node:events";
import type { Server } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listening } from "#server/testing/app/listening.ts";
import { createSlowClients } from "./slow-clients.ts";

const LOOK_MS = 3_000;
/** What a body must bring from one look to the next. */
const ENOUGH = 3_072;

let server: Server | undefined;
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => {
	vi.useRealTimers();
	server?.closeAllConnections();
	server?.close();
});

/** A client that has begun to send a body, a server that answers it when it is whole, and looks made by hand. */
async function rig(length: number, { answer = "whole" }: { answer?: string | Buffer } = {}) {
	const slowClients = createSlowClients();
	let there: Socket | undefined;
	const started = await listening(
		slowClients.watch((req, res) => {
			there = req.socket;
			req.resume().on("end", () => res.end(answer));
		}),
	);
	server = started.server;
	slowClients.guard(server);
	const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
	client.on("error", () => {});
	let answers = "";
	client.on("data", (data) => {
		answers += data;
	});
	let sent = 0;
	/** Resolves once the server has read it. */
	const send = async (text: string) => {
		client.write(text);
		sent += text.length;
		while (there?.bytesRead !== sent) await new Promise(setImmediate);
	};
	const begin = () => send(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
	await begin();
	return {
		send,
		begin,
		client,
		look: (times: number) => vi.advanceTimersByTime(times * LOOK_MS),
		there: () => there,
		isOpen: () => there?.destroyed === false,
		answered: async (times: number) => {
			while (answers.split("whole").length <= times) await new Promise(setImmediate);
		},
	};
}

describe("a client that sends a body", () => {
	it("without getting on is cut off at the third look", async () => {
		const { look, isOpen, client } = await rig(100_000);
		look(2);
		expect(isOpen()).toBe(true);
		look(1);
		expect(isOpen()).toBe(false);
		await once(client, "close");
	});

	it.each([
		["less than a KiB a second", ENOUGH - 1, false],
		["a KiB a second", ENOUGH, true],
	])("of %s: goes on %s", async (_case, bytes, goesOn) => {
		const { send, look, isOpen } = await rig(100_000);
		look(1);
		for (let n = 0; n < 2 && isOpen(); n++) {
			await send("x".repeat(bytes));
			look(1);
		}
		expect(isOpen()).toBe(goesOn);
	});

	it("of a picture at 0.9 Mbit/s goes on to the end, however long that takes (P472)", async () => {
		const [size, perLook] = [4_500_000, 337_500];
		const { send, look, isOpen, answered } = await rig(size);
		for (let sent = 0; sent < size && isOpen(); sent += perLook) {
			await send("x".repeat(Math.min(perLook, size - sent)));
			look(1);
		}
		await answered(1);
		expect(isOpen()).toBe(true);
	});

	it("is forgiven what it lost before it got on", async () => {
		const { send, look, isOpen } = await rig(100_000);
		for (let n = 0; n < 3; n++) {
			look(2);
			await send("x".repeat(ENOUGH));
			look(1);
			expect(isOpen()).toBe(true);
		}
		look(3);
		expect(isOpen()).toBe(false);
	});

	it("may rest for as long as it likes between two requests, and begins anew with the next", async () => {
		const { send, begin, look, isOpen, answered } = await rig(10);
		look(2);
		await send("x".repeat(10));
		await answered(1);
		look(10);
		expect(isOpen()).toBe(true);
		await begin();
		look(2);
		await send("x".repeat(10));
		await answered(2);
		await begin();
		look(2);
		expect(isOpen()).toBe(true);
		look(1);
		expect(isOpen()).toBe(false);
	});
});

describe("a client that takes an answer in one large piece", () => {
	/** More than the system's buffers hold for a client that does not read. */
	const LARGE = 64_000_000;

	/** Ends once the server's system has taken more of what is left. */
	async function take(client: Socket, there: Socket | undefined): Promise<void> {
		const queued = () => Reflect.get(there ?? {}, "_handle")?.writeQueueSize ?? 0;
		const before = queued();
		client.resume();
		while (queued() === before && there?.destroyed === false) await new Promise(setImmediate);
		client.pause();
	}

	it("is cut off after two minutes without taking anything, and never while it goes on (P472)", async () => {
		const { client, begin, look, isOpen, there } = await rig(0, { answer: Buffer.alloc(LARGE) });
		client.pause();
		await begin();
		for (let n = 0; n < 3; n++) {
			await take(client, there());
			look(39);
			expect(isOpen()).toBe(true);
		}
		await take(client, there());
		look(40);
		expect(isOpen()).toBe(true);
		look(1);
		expect(isOpen()).toBe(false);
	});
});

it("the looks end with the server", async () => {
	const { client } = await rig(10);
	expect(vi.getTimerCount()).toBe(1);
	client.destroy();
	server?.closeAllConnections();
	const closed = server && once(server, "close");
	server?.close();
	await closed;
	expect(vi.getTimerCount()).toBe(0);
});
