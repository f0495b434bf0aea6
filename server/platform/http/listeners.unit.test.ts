import { once } from "node:events";
import { createServer, type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createListeners, type Listeners } from "./listeners.ts";

const FIRST = "127.0.0.1";
/** Where there is no IPv6, Linux answers at all of 127.0.0.0/8. */
const OTHER = Object.values(os.networkInterfaces()).some((all) => all?.some(({ address }) => address === "::1"))
	? "::1"
	: "127.0.0.2";
/** No address of this machine: TEST-NET-1 (RFC 5737). */
const MISSING = "192.0.2.1";

const log = { warn: vi.fn() };
let server: Server;
let listeners: Listeners;
beforeEach(() => {
	log.warn.mockClear();
	server = createServer((_req, res) => void res.end("here"));
	listeners = createListeners(server, { log });
});
afterEach(() => {
	listeners.close();
	vi.restoreAllMocks();
});

const portOf = () => (server.address() as AddressInfo).port;
const textAt = async (host: string, port: number) =>
	(await fetch(`http://${net.isIPv6(host) ? `[${host}]` : host}:${port}/`)).text();

/** A port that nobody has just now. */
async function freePort(): Promise<number> {
	const probe = net.createServer().listen(0, FIRST);
	await once(probe, "listening");
	const { port } = probe.address() as AddressInfo;
	probe.close();
	await once(probe, "close");
	return port;
}

it("answers at every address it is given, until it closes", async () => {
	const port = await freePort();
	await listeners.open({ port, hosts: [FIRST, OTHER] });
	expect([await textAt(FIRST, port), await textAt(OTHER, port)]).toEqual(["here", "here"]);
	listeners.close();
	for (const host of [FIRST, OTHER]) await expect(textAt(host, port)).rejects.toThrow();
});

it("answers at the one address alone, or at all of the machine's", async () => {
	await listeners.open({ port: 0, hosts: [FIRST] });
	expect((server.address() as AddressInfo).address).toBe(FIRST);
	const everywhere = createServer((_req, res) => void res.end("everywhere"));
	const open = createListeners(everywhere, { log });
	await open.open({ port: 0, hosts: null });
	const { port } = everywhere.address() as AddressInfo;
	expect([await textAt(FIRST, port), await textAt(OTHER, port)]).toEqual(["everywhere", "everywhere"]);
	open.close();
});

it("does without a further address that this machine has not, but not without the first", async () => {
	await listeners.open({ port: 0, hosts: [FIRST, MISSING] });
	expect(await textAt(FIRST, portOf())).toBe("here");
	const refused = createListeners(createServer(), { log });
	await expect(refused.open({ port: 0, hosts: [MISSING] })).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});

it("refuses a further address that somebody else has", async () => {
	const port = await freePort();
	const somebody = net.createServer().listen(port, OTHER);
	await once(somebody, "listening");
	await expect(listeners.open({ port, hosts: [FIRST, OTHER] })).rejects.toMatchObject({ code: "EADDRINUSE" });
	somebody.close();
});

it("stays open at every address when a connection could not be taken, and says so once for each reason", async () => {
	const others = vi.spyOn(net, "createServer");
	const port = await freePort();
	others.mockClear();
	await listeners.open({ port, hosts: [FIRST, OTHER] });
	const other = others.mock.results[0]?.value as net.Server;
	// As Node says that this process has too many files open.
	const error = Object.assign(new Error("accept EMFILE"), { code: "EMFILE", syscall: "accept" });
	for (const each of [server, other, server]) each.emit("error", error);
	expect(log.warn.mock.calls).toEqual([[{ err: error }, "a connection could not be taken"]]);
	server.emit("error", Object.assign(new Error("accept ENFILE"), { code: "ENFILE" }));
	expect(log.warn).toHaveBeenCalledTimes(2);
	expect([await textAt(FIRST, port), await textAt(OTHER, port)]).toEqual(["here", "here"]);
});

it("lets whoever has said all that they have to say hear the answer, at further addresses too", async () => {
	const port = await freePort();
	await listeners.open({ port, hosts: [FIRST, OTHER] });
	const socket = net.connect({ host: OTHER, port, allowHalfOpen: true });
	socket.end("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
	const heard = await socket.setEncoding("latin1").toArray();
	expect(heard.join("")).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*here$/);
});
