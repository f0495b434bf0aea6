import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createDnsReaders, type DnsReader } from "#server/platform/outbound/dns-records.ts";
import { formsOf } from "../testing/page-forms.ts";
import { type DnsSandbox, openDnsSandbox } from "./dns.ts";

/** Of the records that the sandbox keeps. */
const HALF = 250;

let dataDir: string;
let server: Server;
let origin: string;
let dns: DnsSandbox;
let reader: DnsReader;

beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), "visualink-dns-"));
	await open();
});
afterEach(async () => {
	await close();
	await rm(dataDir, { recursive: true, force: true });
});

async function open(): Promise<void> {
	const app = express();
	server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	dns = await openDnsSandbox({ dataDir, ownOrigin: origin, target: "localhost" });
	app.use(dns.router);
	[reader = reader] = createDnsReaders([dns.standIn.resolver], 60_000);
}

async function close(): Promise<void> {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
	await dns.stop();
}

const get = async (headers = {}) => (await fetch(`${origin}/sandbox/dns`, { headers })).text();
function post(...fields: [string, string][]): Promise<Response> {
	const body = new URLSearchParams(fields);
	return fetch(`${origin}/sandbox/dns`, { method: "POST", body, redirect: "manual" });
}
const record = (type: string, name: string, value: string): [string, string][] => [
	["type", type],
	["name", name],
	["value", value],
];
const add = (type: string, name: string, value: string) => post(["action", "add"], ...record(type, name, value));
const errorOf = async (response: Response) => /role="alert">([^<]*)</.exec(await response.text())?.[1];

test("records are answered at once, in the form that DNS has, and gone when they are removed", async () => {
	let changes = 0;
	dns.standIn.onChange(() => {
		changes += 1;
	});
	expect((await add("TXT", " _Visualink.Go.Bücher.localhost. ", ` ${"x".repeat(300)} `)).status).toBe(303);
	expect((await add("CNAME", "go.bücher.localhost", "LOCALHOST.")).status).toBe(303);
	expect((await add("ALIAS", "brand.localhost", "localhost")).status).toBe(303);
	expect((await add("A", "*.brand.localhost", "192.0.2.1")).status).toBe(303);
	expect(await reader.txt("_visualink.go.xn--bcher-kva.localhost")).toEqual(["x".repeat(300)]);
	expect(await reader.cname("go.xn--bcher-kva.localhost")).toEqual(["localhost"]);
	expect(await reader.addresses("brand.localhost")).toEqual(["127.0.0.1", "::1"]);
	expect(await reader.addresses("any.brand.localhost")).toEqual(["192.0.2.1"]);
	const removals = formsOf(await get()).filter(({ button }) => button === "Remove");
	expect(removals).toHaveLength(4);
	for (const { fields } of removals) expect((await post(...fields)).status).toBe(303);
	expect(await reader.txt("_visualink.go.xn--bcher-kva.localhost")).toEqual([]);
	expect(formsOf(await get()).map(({ button }) => button)).toEqual(["Add record"]);
	expect(changes).toBe(8);
});

test("records survive a restart, and two of one name and type stay two", async () => {
	await add("TXT", "t.brand.localhost", "one");
	await add("TXT", "t.brand.localhost", "two");
	await add("A", "gone.brand.localhost", "192.0.2.1");
	await post(["action", "remove"], ...record("A", "gone.brand.localhost", "192.0.2.1"));
	await close();
	await open();
	expect(await reader.txt("t.brand.localhost")).toEqual(["one", "two"]);
	expect(await reader.addresses("gone.brand.localhost")).toEqual([]);
	expect(await readFile(join(dataDir, "sandbox", "dns", "state.jsonl"), "utf8")).not.toContain("gone");
});

test.each([
	["MX", "brand.localhost", "mail.localhost", "Choose a type: TXT, CNAME, ALIAS, A, AAAA."],
	["constructor", "brand.localhost", "x", "Choose a type: TXT, CNAME, ALIAS, A, AAAA."],
	["TXT", "", "x", "Enter a whole name, such as go.brand.localhost."],
	["TXT", "go..localhost", "x", "Enter a whole name, such as go.brand.localhost."],
	["TXT", "a b.localhost", "x", "Enter a whole name, such as go.brand.localhost."],
	["TXT", `${"a".repeat(64)}.localhost`, "x", "Enter a whole name, such as go.brand.localhost."],
	["TXT", "a.".repeat(130), "x", "Enter a whole name, such as go.brand.localhost."],
	["TXT", "brand.localhost", "  ", "Enter a value."],
	["TXT", "brand.localhost", "x".repeat(1_001), "A value has at most 1000 characters."],
	["A", "brand.localhost", "::1", "An A record leads to an IPv4 address, such as 127.0.0.1."],
	["AAAA", "brand.localhost", "127.0.0.1", "An AAAA record leads to an IPv6 address, such as ::1."],
	["CNAME", "go.brand.localhost", "http://localhost:3000", "The value of CNAME must be a name."],
	["CNAME", "go.brand.localhost", "*.localhost", "The value of CNAME must be a name."],
	["ALIAS", "brand.localhost", "Brand.localhost.", "A name can't lead to itself."],
])("a record %s %s %s is refused with words, and kept in the form", async (type, name, value, words) => {
	const response = await add(type, name, value);
	expect(response.status).toBe(400);
	const page = await response.text();
	expect(/role="alert">([^<]*)</.exec(page)?.[1]?.replace("&#39;", "'")).toBe(words);
	expect(page).toContain(`name="name" autocomplete="off" value="${name}"`);
	expect(formsOf(await get()).map(({ button }) => button)).toEqual(["Add record"]);
});

test("a CNAME is alone at its name, and of several records none is added when one is refused", async () => {
	await add("TXT", "go.brand.localhost", "x");
	const both = [
		...record("TXT", "_visualink.go.brand.localhost", "y"),
		...record("CNAME", "go.brand.localhost", "localhost"),
	];
	expect(await errorOf(await post(["action", "add"], ...both))).toContain("go.brand.localhost has a record");
	expect(await reader.txt("_visualink.go.brand.localhost")).toEqual([]);
	await add("CNAME", "single.brand.localhost", "localhost");
	expect((await add("CNAME", "single.brand.localhost", "localhost")).status).toBe(303);
	expect((await add("CNAME", "single.brand.localhost", "brand.localhost")).status).toBe(400);
	expect((await add("TXT", "single.brand.localhost", "x")).status).toBe(400);
});

test("so many records are enough", async () => {
	for (const half of ["a", "b"]) {
		const all = Array.from({ length: HALF }, (_, n) => record("TXT", `${half}.localhost`, `v${n}`)).flat();
		expect((await post(["action", "add"], ...all)).status).toBe(303);
	}
	expect(await errorOf(await add("A", "more.localhost", "192.0.2.1"))).toContain("of at most 500");
});

test("what was typed is text on the page, and odd bodies change nothing", async () => {
	await add("TXT", "x.localhost", '"><script>alert(1)</script>');
	expect(await get()).not.toContain("<script>");
	for (const body of ["", "type", "action=remove&type=TXT", "action=constructor&type=A", "%ff=%fe&type=TXT&name=a"]) {
		const headers = { "Content-Type": "application/x-www-form-urlencoded" };
		expect((await fetch(`${origin}/sandbox/dns`, { method: "POST", headers, body })).status).toBe(400);
	}
	expect((await fetch(`${origin}/sandbox/dns`, { method: "POST", body: "{}" })).status).toBe(400);
	expect(formsOf(await get()).filter(({ button }) => button === "Remove")).toHaveLength(1);
});

test("without a session, or without the application, the page is there, and says whose place it takes", async () => {
	expect(await get()).toContain("Sandbox: this page replaces your DNS provider's.");
	expect(await get()).toContain("Sign in to Visualink");
	expect(await get({ cookie: "visualink=odd" })).toContain("Sign in to Visualink");
});
