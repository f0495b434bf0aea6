import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
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
