import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freePort } from "#server/testing/machine/free-port.ts";
import { createTlsAsk } from "./tls-ask.ts";

const origins = {
	publicOrigin: "https://visualink.example",
	linksOrigin: "https://v.example",
	imagesOrigin: "https://v.example",
};
const log = { warn: vi.fn() };
const closes: (() => Promise<void>)[] = [];
let dataDir: string;

beforeEach(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-tls-"));
	log.warn.mockClear();
});
afterEach(async () => {
	await Promise.all(closes.splice(0).map((close) => close()));
	await rm(dataDir, { recursive: true, force: true });
});

/** The listener on a free port, as a process has it that starts now. */
async function started(at: Partial<typeof origins> = {}) {
	const config = { dataDir, http: { ...origins, ...at } } as Parameters<typeof createTlsAsk>[0]["config"];
	const tlsAsk = await createTlsAsk({ config, log });
	const port = await freePort();
	await tlsAsk.open({ port, hosts: ["127.0.0.1"] });
	closes.push(tlsAsk.drain);
	const ask = (target: string, method = "GET") =>
		new Promise<number>((resolve, reject) => {
			const req = http.request({ host: "127.0.0.1", port, path: target, method, agent: false }, (res) => {
				res.resume().once("end", () => resolve(res.statusCode ?? 0));
			});
			req.once("error", reject).end();
		});
	return { ...tlsAsk, ask };
}

const LONG = "a".repeat(10_240);

test.each([
	["/?domain=go.brand.example", 200],
	["/any/path?domain=go.brand.example", 200],
	["/?domain=go%2Ebrand.example", 200],
	["/?domain=go.xn--bcher-kva.example", 200],
	["/?domain=visualink.example", 200],
	["/?domain=v.example", 200],
	["/?domain=brand.example", 404],
	["/?domain=a.go.brand.example", 404],
	["/?domain=*.brand.example", 404],
	["/?domain=GO.brand.example", 404],
	["/?domain=go.brand.example.", 404],
	["/?domain=go.brand.example:443", 404],
	["/?domain=go.b%C3%BCcher.example", 404],
	["/?domain=go.brand.example%00", 404],
	["/?domain=go.brand.example%0A", 404],
	["/?domain=%20go.brand.example", 404],
	["/?domain=%", 404],
	["/?domain=192.0.2.1", 404],
	["/?domain=2001:db8::1", 404],
	["/?domain=[2001:db8::1]", 404],
	["/?domain=127.0.0.1", 404],
	["/?domain=__proto__", 404],
	["/?domain=go.brand.example&domain=go.brand.example", 404],
	["/?domain=evil.example&domain=go.brand.example", 404],
	["/?domain=", 404],
	["/?DOMAIN=go.brand.example", 404],
	["/?host=go.brand.example", 404],
	["/go.brand.example", 404],
	["/", 404],
	["/?", 404],
	[`/?domain=${LONG}`, 404],
	[`/?domain=go.brand.example&a=${LONG}`, 404],
])("the proxy that asks %s gets %i (P627)", async (target, status) => {
	const { ask, hosts } = await started();
	hosts.replace(["go.brand.example", "go.xn--bcher-kva.example"]);
	expect(await ask(target)).toBe(status);
});

test("nothing else is there: no other method, and no certificate for an IP address of ours (P627)", async () => {
	const { ask } = await started({ publicOrigin: "http://192.0.2.1:3000" });
	const other = await started({ publicOrigin: "http://[2001:db8::1]:3000" });
	for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
		expect(await ask("/?domain=v.example", method)).toBe(405);
	expect(await ask("/?domain=192.0.2.1")).toBe(404);
	expect(await other.ask("/?domain=[2001:db8::1]")).toBe(404);
});

test("a name that is asked for again and again is still refused, and a served one never (P627)", async () => {
	const { ask, hosts } = await started();
	hosts.set("go.brand.example", true);
	const answers = new Set<string>();
	for (let n = 0; n < 100; n++) {
		answers.add(`unknown ${await ask("/?domain=unknown.example")}`);
		answers.add(`served ${await ask("/?domain=go.brand.example")}`);
	}
	expect([...answers].sort()).toEqual(["served 200", "unknown 404"]);
});

test("hosts come and go at once, and the next start has them before the database is read (P627)", async () => {
	const first = await started();
	expect(await first.ask("/?domain=go.brand.example")).toBe(404);
	first.hosts.replace(["go.brand.example", "lost.example"]);
	first.hosts.set("lost.example", false);
	first.hosts.set("new.example", true);
	expect(await first.ask("/?domain=new.example")).toBe(200);
	expect(await first.ask("/?domain=lost.example")).toBe(404);
	await first.hosts.kept();
	expect(await readFile(path.join(dataDir, "tls-hosts"), "utf8")).toBe("go.brand.example\nnew.example\n");
	expect(await readdir(dataDir)).toEqual(["tls-hosts"]);

	const second = await started();
	expect(await second.ask("/?domain=go.brand.example")).toBe(200);
	expect(await second.ask("/?domain=lost.example")).toBe(404);
});

test("the list is written again only when it has changed", async () => {
	const { hosts } = await started();
	hosts.replace(["b.example", "a.example"]);
	await hosts.kept();
	const { ino } = await stat(path.join(dataDir, "tls-hosts"));
	hosts.replace(["a.example", "b.example"]);
	hosts.set("a.example", true);
	await hosts.kept();
	expect((await stat(path.join(dataDir, "tls-hosts"))).ino).toBe(ino);
});

test("a list that is no list permits nothing, and one that can't be read or written is said", async () => {
	await writeFile(path.join(dataDir, "tls-hosts"), "\0\0\0<html>\n\n GO.brand.example\n");
	const { ask } = await started();
	expect(await ask("/?domain=%00%00%00%3Chtml%3E")).toBe(404);
	expect(await ask("/?domain=")).toBe(404);
	expect(log.warn).not.toHaveBeenCalled();

	dataDir = path.join(dataDir, "tls-hosts");
	const { hosts, ask: askAgain } = await started();
	hosts.set("go.brand.example", true);
	await hosts.kept();
	expect(await askAgain("/?domain=go.brand.example")).toBe(200);
	expect(log.warn.mock.calls.map(([, words]) => words)).toEqual([
		expect.stringContaining("was not read"),
		expect.stringContaining("was not written"),
	]);
});
