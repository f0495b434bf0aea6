import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnections } from "./connection.ts";
import { networkOf } from "./site-limits.ts";

/** Answers on this machine, whatever address was judged. */
let server: net.Server;
let dialled: string[];
let lookups: string[];
beforeAll(async () => {
	server = net.createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
});
afterAll(() => server.close());
beforeEach(() => {
	dialled = [];
	lookups = [];
});

/** Addresses that end with 9 never answer, those that end with 8 refuse. */
function connections({ connectMs = 60_000, ownOrigins = ["https://visualink.example"] } = {}) {
	const { port } = server.address() as AddressInfo;
	return createConnections({
		wire: {
			async resolve(name) {
				lookups.push(name);
				return name === "web.example" ? ["93.184.1.1"] : ["198.35.26.96"];
			},
			connect({ address }) {
				dialled.push(address);
				const socket = new net.Socket();
				if (address.endsWith("8")) process.nextTick(() => socket.destroy(new Error("refused")));
				else if (!address.endsWith("9")) socket.connect(port, "127.0.0.1");
				return socket;
			},
		},
		ownOrigins,
		ownAddresses: () => [],
		connectMs,
	});
}

const { signal } = new AbortController();
const url = new URL("http://web.example/");
const admit = () => {};

describe("of several addresses", () => {
	it("one that never answers leaves time for the next", async () => {
		const addresses = ["93.184.1.9", "93.184.1.1"];
		const socket = await connections({ connectMs: 1_000 }).open({ url, addresses, signal, admit });
		expect([socket.remotePort, dialled]).toEqual([(server.address() as AddressInfo).port, addresses]);
		socket.destroy();
	});

	it("four are tried, however many there are", async () => {
		const addresses = [1, 2, 3, 4, 5, 6].map((n) => `93.184.${n}.8`);
		await expect(connections().open({ url, addresses, signal, admit })).rejects.toThrow("refused");
		expect(dialled).toEqual(addresses.slice(0, 4));
	});

	it("those of the other family come in between, and each once", async () => {
		const addresses = ["93.184.1.8", "93.184.2.8", "2606:2800::8", "93.184.3.8"];
		await expect(connections().open({ url, addresses, signal, admit })).rejects.toThrow("refused");
		expect(dialled).toEqual(["93.184.1.8", "2606:2800::8", "93.184.2.8", "93.184.3.8"]);
	});
});

it("a port is that of either scheme, and no other", () => {
	const { judgeSpelling } = connections();
	for (const fine of ["http://web.example:443/", "https://web.example:80/", "https://web.example/"])
		expect(() => judgeSpelling(new URL(fine)), fine).not.toThrow();
	for (const refused of ["http://web.example:8080/", "https://web.example:22/", "ftp://web.example/"])
		expect(() => judgeSpelling(new URL(refused)), refused).toThrow(
			"Only public web addresses (http or https) can be read",
		);
});

it("of our own names only those are looked up that name servers can know", async () => {
	const own = connections({
		ownOrigins: ["http://localhost:3000", "https://203.0.113.7", "https://visualink.example"],
	});
	expect(await own.addressesOf(url, signal)).toEqual(["93.184.1.1"]);
	expect(lookups.sort()).toEqual(["visualink.example", "web.example"]);
});

it("an IPv6 address counts with the network that its owner has", () => {
	expect(networkOf("2001:db8:a:1f:2:3::5")).toBe("2001:db8:a:1f::/64");
	expect([networkOf("::ffff:192.0.2.1"), networkOf("192.0.2.1")]).toEqual(["192.0.2.1", "192.0.2.1"]);
});
