import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type NameServer, startNameServer } from "#server/sandbox/dns/name-server.ts";
import { createDnsReaders, type DnsReader } from "./dns-records.ts";

let names: NameServer;
let reader: DnsReader;

beforeAll(async () => {
	names = await startNameServer();
});
afterAll(() => names.close());
beforeEach(() => {
	names.clear();
	names.fail(null);
	[reader = reader] = createDnsReaders([names.address], 60_000);
});

test("records are read as they are, TXT put together from its parts", async () => {
	names.set("t.brand.example", "TXT", ["visualink=", "abc"], "other");
	names.set("go.brand.example", "CNAME", "Links.Visualink.example");
	names.set("links.visualink.example", "A", "192.0.2.1");
	names.set("links.visualink.example", "AAAA", "2001:db8::1");
	expect(await reader.txt("t.brand.example")).toEqual(["visualink=abc", "other"]);
	expect(await reader.cname("go.brand.example")).toEqual(["links.visualink.example"]);
	expect(await reader.addresses("GO.brand.example")).toEqual(["192.0.2.1", "2001:db8::1"]);
});

test("no name, no record of a kind, and an alias that leads nowhere are answers", async () => {
	names.set("a.brand.example", "A", "192.0.2.1");
	names.set("dangling.brand.example", "CNAME", "gone.example");
	expect(await reader.txt("nothing.example")).toEqual([]);
	expect(await reader.txt("a.brand.example")).toEqual([]);
	expect(await reader.cname("a.brand.example")).toEqual([]);
	expect(await reader.addresses("dangling.brand.example")).toEqual([]);
});

test.each(["SERVFAIL", "REFUSED"] as const)("%s is the resolver's trouble, and no answer", async (how) => {
	names.set("t.brand.example", "TXT", "visualink=abc");
	names.fail(how);
	expect(await reader.txt("t.brand.example")).toBeNull();
	expect(await reader.cname("t.brand.example")).toBeNull();
	expect(await reader.addresses("t.brand.example")).toBeNull();
});

test("silence ends by our own timer", async () => {
	names.fail("silent");
	const [hurried] = createDnsReaders([names.address], 20);
	expect(await hurried?.txt("t.brand.example")).toBeNull();
});
