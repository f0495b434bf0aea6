import { createSocket } from "node:dgram";
import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NameServer, startNameServer } from "../../sandbox/dns/name-server.ts";
import { internetWith } from "./wire.ts";

/** On this machine, where a name would never lead. */
let server: net.Server;
let port: number;
beforeAll(async () => {
	server = net.createServer((socket) => socket.end());
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

it("connects to the address that was judged, and asks no name again", async () => {
	const socket = internetWith([]).connect({ address: "127.0.0.1", port, host: "no-such-name.invalid" });
	await once(socket, "connect");
	expect([socket.remoteAddress, socket.remotePort]).toEqual(["127.0.0.1", port]);
	socket.destroy();
});

it("leads the names of a detour elsewhere, and no others", async () => {
	const wire = internetWith([{ names: /^made-up\d?\.example$/, addresses: "192.0", to: { host: "127.0.0.1", port } }]);
	const { signal } = new AbortController();
	const addresses = await wire.resolve("made-up.example", signal);
	expect(addresses).toEqual([expect.stringMatching(/^192\.0\.\d+\.\d+$/)]);
	expect(await wire.resolve("made-up.example", signal)).toEqual(addresses);
	expect(await wire.resolve("made-up2.example", signal)).not.toEqual(addresses);
	const socket = wire.connect({ address: "192.0.2.1", port: 443, host: "made-up.example" });
	await once(socket, "connect");
	expect(socket.remotePort).toBe(port);
	socket.destroy();
	const other = wire.connect({ address: "127.0.0.1", port, host: "not-made-up.example" });
	await once(other, "connect");
	other.destroy();
});

it("leads all names of a detour to one address where it has one", async () => {
	const wire = internetWith([{ names: /\.wild\.example$/, addresses: "192.0.2.1", to: { host: "127.0.0.1", port } }]);
	const { signal } = new AbortController();
	for (const name of ["a.wild.example", "b.wild.example"])
		expect(await wire.resolve(name, signal)).toEqual(["192.0.2.1"]);
});

it("leads to the port in a name where the detour has none", async () => {
	const wire = internetWith([
		{ names: /^at-(\d+)\.example$/, addresses: "192.0.2.1", to: { host: "127.0.0.1", port: null } },
	]);
	const socket = wire.connect({ address: "192.0.2.1", port: 80, host: `at-${port}.example` });
	await once(socket, "connect");
	expect(socket.remotePort).toBe(port);
	socket.destroy();
});

describe("a name on the internet", () => {
	const NAMES: Record<string, { 4: string[]; 6: string[] }> = {
		"both.example": { 4: ["93.184.1.1", "93.184.1.2"], 6: ["2606:2800::1"] },
		"new.example": { 4: [], 6: ["2606:2800::2"] },
		"old.example": { 4: ["93.184.1.3"], 6: [] },
	};
	let names: NameServer;
	let wire: ReturnType<typeof internetWith>;
	beforeAll(async () => {
		names = await startNameServer();
		for (const [name, { 4: four, 6: six }] of Object.entries(NAMES)) {
			names.set(name, "A", ...four);
			names.set(name, "AAAA", ...six);
		}
		wire = internetWith([], [names.address]);
	});
	afterAll(() => names.close());

	it.each(["both.example", "new.example", "old.example"])("has the addresses of both families: %s", async (name) => {
		const { 4: four = [], 6: six = [] } = NAMES[name] ?? {};
		expect(await wire.resolve(name, new AbortController().signal)).toEqual([...four, ...six]);
	});

	it("that nobody knows is an error", async () => {
		const asked = wire.resolve("none.example", new AbortController().signal);
		await expect(asked).rejects.toMatchObject({ code: "ENOTFOUND" });
	});

	it("is not waited for by who has left", async () => {
		const silent = createSocket("udp4").bind(0, "127.0.0.1");
		await once(silent, "listening");
		const leaving = new AbortController();
		const asked = internetWith([], [`127.0.0.1:${silent.address().port}`]).resolve("silent.example", leaving.signal);
		await once(silent, "message");
		leaving.abort();
		await expect(asked).rejects.toMatchObject({ code: "ECANCELLED" });
		silent.close();
	});
});
