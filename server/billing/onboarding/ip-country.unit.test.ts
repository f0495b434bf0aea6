import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IpCountry, openIpCountry } from "./ip-country.ts";

describe("the database that ships with the application", () => {
	let countryOf: IpCountry;
	beforeAll(async () => {
		countryOf = await openIpCountry(null);
	});

	it.each([
		["Google's resolver", "8.8.8.8", "US"],
		["the same in IPv6 dress", "::ffff:8.8.8.8", "US"],
		["the same in hexadecimal IPv6 dress", "::ffff:808:808", "US"],
		["Google's resolver by IPv6", "2001:4860:4860::8888", "US"],
		["Portugal's universities", "193.136.1.1", "PT"],
		["a Portuguese provider", "85.240.0.1", "PT"],
		["a Portuguese provider by IPv6", "2001:8a0::1", "PT"],
		["Germany's largest provider", "87.128.0.1", "DE"],
		["RIPE NCC in Amsterdam", "193.0.6.139", "NL"],
		["the University of Tokyo", "133.11.0.1", "JP"],
	])("%s: %s is in %s", (_whose, address, country) => {
		expect(countryOf(address)).toBe(country);
	});

	it.each([
		["private", "10.0.0.1"],
		["private", "192.168.1.1"],
		["private in IPv6 dress", "::ffff:10.0.0.1"],
		["unique local", "fd00::1"],
		["loopback", "127.0.0.1"],
		["loopback", "::1"],
		["link-local", "fe80::1%eth0"],
		["carrier-grade NAT", "100.64.0.1"],
		["for documentation", "203.0.113.1"],
		["for documentation", "2001:db8::1"],
		["multicast", "224.0.0.1"],
		["unspecified", "0.0.0.0"],
		["unallocated", "4000::1"],
		["no address", "unknown"],
		["no address", "8.8.8.8:1234"],
		["empty", ""],
	])("%s: %j is nowhere", (_kind, address) => {
		expect(countryOf(address)).toBeNull();
	});
});

describe("another database", () => {
	let folder: string;
	beforeAll(async () => {
		folder = await mkdtemp(path.join(os.tmpdir(), "visualink-mmdb-"));
	});
	afterAll(() => rm(folder, { recursive: true }));

	it("may have records in MaxMind's shape", async () => {
		const file = path.join(folder, "everywhere-is-portugal.mmdb");
		await writeFile(file, everywhere({ country: { iso_code: "PT" } }));
		expect((await openIpCountry(file))("8.8.8.8")).toBe("PT");
	});

	it("names no place that is not on the list of countries", async () => {
		const file = path.join(folder, "everywhere-is-the-eu.mmdb");
		await writeFile(file, everywhere({ country_code: "EU" }));
		expect((await openIpCountry(file))("8.8.8.8")).toBeNull();
	});

	it("may know nothing of an address", async () => {
		const file = path.join(folder, "nowhere.mmdb");
		await writeFile(file, everywhere({ continent: "EU" }));
		expect((await openIpCountry(file))("8.8.8.8")).toBeNull();
	});

	it("must be there, and be one", async () => {
		await expect(openIpCountry(path.join(folder, "none.mmdb"))).rejects.toThrow("ENOENT");
		const file = path.join(folder, "text.mmdb");
		await writeFile(file, "no database");
		await expect(openIpCountry(file)).rejects.toThrow();
	});
});

type Value = string | number | { [key: string]: Value };

/** A database that knows one record for all addresses. Source: maxmind.github.io/MaxMind-DB, version 2.0. */
function everywhere(record: Value): Buffer {
	// One node, both of whose branches lead to the first record: 1 node + 16 bytes of separator + 0.
	const tree = Buffer.from([0, 0, 17, 0, 0, 17]);
	const about = { node_count: 1, record_size: 24, ip_version: 4, build_epoch: 1, binary_format_major_version: 2 };
	const marker = Buffer.from("abcdef4d61784d696e642e636f6d", "hex");
	return Buffer.concat([tree, Buffer.alloc(16), encoded(record), marker, encoded(about)]);
}

/** A short text (type 2), a number below 256 (type 5) or a map (type 7), the type in the upper three bits. */
function encoded(value: Value): Buffer {
	if (typeof value === "string") return Buffer.from([(2 << 5) | value.length, ...Buffer.from(value)]);
	if (typeof value === "number") return Buffer.from([(5 << 5) | 1, value]);
	const entries = Object.entries(value);
	return Buffer.concat([Buffer.from([(7 << 5) | entries.length]), ...entries.flat().map(encoded)]);
}
