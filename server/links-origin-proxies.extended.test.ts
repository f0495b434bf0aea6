import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import http, { createServer, type IncomingMessage } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "./testing/app/until.ts";
import { startNginx } from "./testing/load/nginx.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { ROOT } from "./testing/machine/root.ts";

const PAGE = readFileSync(path.join(ROOT, "docs/operating.md"), "utf8");
const NAMES = ["visualink.example", "v.example"];
const isMissing = (command: string) => spawnSync(command, ["-h"]).error !== undefined;

/** What a process hears: it answers by the Host header alone (P364). */
const service = createServer(({ headers, url }, res) => {
	const { host, "x-forwarded-for": from, "x-forwarded-proto": scheme } = headers;
	res.end(JSON.stringify({ host, url, from, scheme }));
});
let port: number;
beforeAll(async () => {
	await new Promise<void>((resolve) => void service.listen(0, "127.0.0.1", resolve));
	({ port } = service.address() as AddressInfo);
});
afterAll(() => service.close());

/** Where a proxy listens, and how it is ended. */
type Proxy = { tlsPort: number; plain: { port: number } | { socketPath: string }; close: () => Promise<void> };

/** The page's nginx block, edited by the page's own command. */
async function nginx(): Promise<Proxy> {
	const [, command = ""] = /^sed -i '(.+)' \\$/m.exec(PAGE) ?? [];
	const edit = (block: string) => execFileSync("sed", [command], { input: block, encoding: "utf8" });
	const { tlsPort, plainSocket, close } = await startNginx([port, port], edit);
	return { tlsPort, plain: { socketPath: plainSocket }, close };
}

/** The page's Caddyfile, which begins as the page says, with certificates of Caddy's own and other ports. */
async function caddy(): Promise<Proxy> {
	const [, block = ""] = /```caddyfile\n([\s\S]+?)```/.exec(PAGE) ?? [];
	const [, names = ""] = /^Caddy's block begins with both: `([^`]+)`/m.exec(PAGE) ?? [];
	const [tlsPort, plainPort] = [await freePort(), await freePort()];
	const own = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port ${tlsPort}\n\thttp_port ${plainPort}`;
	const config = block
		.replace("{", `{\n\t${own}`)
		.replace("visualink.example {", names)
		.replaceAll("127.0.0.1:3001 127.0.0.1:3002", `127.0.0.1:${port}`)
		.replaceAll("127.0.0.1:3080", `127.0.0.1:${await freePort()}`);
	const dir = mkdtempSync(path.join(tmpdir(), "visualink-caddy-"));
	writeFileSync(path.join(dir, "Caddyfile"), config);
	const run = ["run", "--config", path.join(dir, "Caddyfile"), "--adapter", "caddyfile"];
	const child = spawn("caddy", run, { env: { HOME: dir, XDG_DATA_HOME: dir, PATH: "/usr/bin" }, stdio: "ignore" });
	const close = async () => {
		child.kill("SIGTERM");
		await once(child, "exit");
	};
	const proxy = { tlsPort, plain: { port: plainPort }, close };
	await until(async () => (await ask(proxy, "v.example").catch(() => null))?.statusCode === 200, 10_000);
	return proxy;
}

async function ask({ tlsPort }: Pick<Proxy, "tlsPort">, host: string) {
	const headers = { Host: host, "X-Forwarded-For": "203.0.113.9" };
	const where = { host: "127.0.0.1", port: tlsPort, servername: host, path: "/go/ada/a?b=1", headers };
	return answerTo(https.get({ ...where, rejectUnauthorized: false, agent: false }));
}

async function answerTo(request: http.ClientRequest): Promise<IncomingMessage> {
	const [answer] = await once(request, "response");
	return answer;
}

describe.each([
	["nginx", nginx],
	["caddy", caddy],
])("P363: %s as docs/operating.md has it, with a domain for links", (command, start) => {
	let proxy: Proxy;
	beforeAll(async () => {
		if (!isMissing(command)) proxy = await start();
	});
	afterAll(() => proxy?.close());

	test.skipIf(isMissing(command)).each(NAMES)(
		"%s reaches the process by its name, and redirects to https",
		async (host) => {
			const answer = await ask(proxy, host);
			expect(answer.statusCode).toBe(200);
			// What the visitor sent as X-Forwarded-For is worth nothing.
			const heard = { url: "/go/ada/a?b=1", from: "127.0.0.1", scheme: "https" };
			expect(JSON.parse(await text(answer))).toEqual({ ...heard, host: expect.stringMatching(`^${host}(?::\\d+)?$`) });
			const plain = await answerTo(
				http.get({ ...proxy.plain, path: "/go/ada/a?b=1", headers: { Host: host }, agent: false }),
			);
			plain.resume();
			expect([301, 308]).toContain(plain.statusCode);
			expect(plain.headers.location?.replace(/:\d+\//, "/")).toBe(`https://${host}/go/ada/a?b=1`);
		},
	);
});
