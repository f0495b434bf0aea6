import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import type { Worker } from "node:worker_threads";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DEADLINES } from "#server/platform/config/deadlines.ts";
import { startThread } from "#server/platform/work/thread.ts";
import { StandInWorker } from "#server/testing/app/stand-in-worker.ts";
import type { OutboundRequest } from "./outbound.ts";
import { type OutboundThread, openOutbound } from "./outbound-thread.ts";

const ENDED = "the thread that asks other servers was ended";
const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));

/** With real threads: each test begins with the one that the test before has left. */
let real: OutboundThread;
let outbound: OutboundThread;
let said: Record<string, unknown>[];
const threads: Worker[] = [];
const open = new Set<http.ServerResponse>();

const answer: RequestListener = (req, res) => {
	if (req.url === "/hang") {
		open.add(res);
		return void res.once("close", () => open.delete(res));
	}
	if (req.url === "/moved") return void res.writeHead(302, { Location: "/bytes" }).end();
	res.writeHead(201, { "Content-Type": "image/png", "X-Two": ["one", "two"] }).end(BYTES);
};
const web = http.createServer(answer);

beforeAll(async () => {
	web.listen(0, "127.0.0.1");
	await once(web, "listening");
	real = opened();
});
afterAll(() => {
	real.stop();
	web.closeAllConnections();
	web.close();
});
beforeEach(() => {
	said = [];
	outbound = real;
});

function opened(options: Partial<Parameters<typeof openOutbound>[0]> = {}): OutboundThread {
	const log = pino({ level: "warn" }, { write: (line: string) => void said.push(JSON.parse(line)) });
	const { port } = web.address() as AddressInfo;
	return openOutbound({
		// Has no addresses that would be looked up.
		publicOrigin: "http://localhost:3000",
		ownOrigins: ["http://localhost:3000"],
		// Reached by number, and judged by the other.
		detours: [{ names: /^[a-z]+\.example$/, addresses: "93.184", to: { host: "127.0.0.1", port } }],
		deadlines: DEADLINES,
		log,
		start(data) {
			const thread = startThread(import.meta.filename.replace(".unit.test", ""), "outbound.thread", { data });
			threads.unshift(thread);
			return thread;
		},
		...options,
	});
}

function get(address: string, changes: Partial<OutboundRequest> = {}) {
	return outbound.get({ url: new URL(address), userId: "ada", accept: "*/*", maxBytes: 1_000_000, ...changes });
}

/** Of a thread, which may have ended. */
function priorityOf(id: number): number | null {
	try {
		return os.getPriority(id);
	} catch {
		return null;
	}
}

/** When the web has been asked for so many pages that it does not answer. */
async function hanging(count: number): Promise<void> {
	while (open.size < count) await once(web, "request");
}

it("answers as the door itself does: bytes, headers and the address that answered", async () => {
	const { url, bytes, ...rest } = await get("http://web.example/moved");
	expect(url).toEqual(new URL("http://web.example/bytes"));
	expect(Buffer.compare(bytes, BYTES)).toBe(0);
	expect(rest).toMatchObject({ status: 201, isCut: false, headers: { "content-type": "image/png", "x-two": "one" } });
	const cut = await get("http://web.example/bytes", { maxBytes: 10 });
	expect([[...cut.bytes], cut.isCut]).toEqual([[...BYTES.subarray(0, 10)], true]);
	expect(said).toEqual([]);
});

it("refuses as the door itself does, and counts on the one thread", async () => {
	await expect(get("http://127.0.0.1/")).rejects.toMatchObject({ kind: "address_refused", status: 400 });
	const port = "http://web.example:8080/";
	await expect(get(port)).rejects.toMatchObject({ kind: "address_refused", retryAfterSeconds: undefined });
	for (let n = 0; n < 6; n += 1) await get("http://often.example/bytes", { userId: "bob" });
	const once = get("http://often.example/bytes", { userId: "bob" });
	await expect(once).rejects.toMatchObject({ kind: "too_many", retryAfterSeconds: expect.any(Number) });
	await expect(once).rejects.toThrow("You've read many pages from often.example in the last minute.");
});

it("stands back behind the rest of the process, where threads are counted one by one", async () => {
	await get("http://web.example/bytes", { userId: "cleo" });
	const known = existsSync("/proc/self/task") ? readdirSync("/proc/self/task").map(Number) : [];
	const own = os.getPriority(process.pid);
	const behind = known.filter((id) => priorityOf(id) === Math.min(own + 5, 19));
	expect(behind.length > 0).toBe(known.length > 0);
});

it("hangs up on the other server when nobody waits any more", async () => {
	const leaving = new AbortController();
	const asked = get("http://web.example/hang", { signal: leaving.signal });
	await hanging(1);
	const [res] = open;
	const closed = once(res as http.ServerResponse, "close");
	leaving.abort(new Error("gone"));
	await expect(asked).rejects.toThrow("gone");
	await closed;
	await expect(get("http://web.example/", { signal: leaving.signal })).rejects.toThrow("gone");
});

it("gives up a thread that answers nothing", async () => {
	outbound = opened({ start: () => new StandInWorker(), deadlines: { ...DEADLINES, outboundThread: 20 } });
	await expect(get("http://web.example/")).rejects.toMatchObject({ kind: "unavailable" });
	expect(said).toMatchObject([{ msg: ENDED, err: { message: "It did not answer in time" } }]);
});

it("calls an address that broke the thread's work unreachable, and says in the log what it was", async () => {
	const worker = new StandInWorker();
	outbound = opened({ start: () => worker });
	const asked = get("http://web.example/");
	worker.problem("a header that nothing reads");
	await expect(asked).rejects.toMatchObject({ kind: "unreachable", message: "web.example could not be reached" });
	expect(said).toMatchObject([{ problem: "a header that nothing reads", msg: "an address broke what asks it" }]);
});

it("ends at once with the service, and whoever waits is told", async () => {
	const asked = get("http://web.example/hang");
	await hanging(1);
	const ended = once(threads[0] as Worker, "exit");
	outbound.stop();
	await expect(asked).rejects.toMatchObject({ kind: "unavailable" });
	await ended;
	expect(said).toEqual([]);
});
