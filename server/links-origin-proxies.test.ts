import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertLink, insertUser } from "./testing/app/factories.ts";
import { until } from "./testing/app/test-app.ts";
import { useTestApp } from "./testing/app/use-test-app.ts";
import { startNginx } from "./testing/load/nginx.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { ROOT } from "./testing/machine/root.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const PAGE = readFileSync(path.join(ROOT, "docs/operating.md"), "utf8");
const isMissing = (command: string) => spawnSync(command, ["-h"]).error !== undefined;

const app = useTestApp({
	env: { PUBLIC_ORIGIN: "https://visualink.example", LINKS_ORIGIN: "https://v.example", TRUST_PROXY: "1" },
});
let linkPath: string;
beforeAll(async () => {
	const { id: userId } = await insertUser(app.deps.db, "ada");
	const { linkSlug } = await insertLink(app.deps.db, { userId, targetUrl: "https://shop.example/" });
	linkPath = `/go/ada/${linkSlug}`;
});

/** Where a proxy listens, and how it is ended. */
type Proxy = { tlsPort: number; plain: { port: number } | { socketPath: string }; close: () => Promise<void> };

/** The page's nginx block, edited by the page's own command. */
async function nginx(): Promise<Proxy> {
	const [, command = ""] = /^sed -i '(.+)' \\$/m.exec(PAGE) ?? [];
	const edit = (block: string) => execFileSync("sed", [command], { input: block, encoding: "utf8" });
	const { tlsPort, plainSocket, close } = await startNginx([port(), port()], edit);
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
		.replace("127.0.0.1:3001 127.0.0.1:3002", `127.0.0.1:${port()}`);
	const dir = mkdtempSync(path.join(tmpdir(), "visualink-caddy-"));
	writeFileSync(path.join(dir, "Caddyfile"), config);
	const run = ["run", "--config", path.join(dir, "Caddyfile"), "--adapter", "caddyfile"];
	const child = spawn("caddy", run, { env: { HOME: dir, XDG_DATA_HOME: dir, PATH: "/usr/bin" }, stdio: "ignore" });
	const proxy = {
		tlsPort,
		plain: { port: plainPort },
		async close() {
			child.kill("SIGTERM");
			await once(child, "exit");
		},
	};
	await until(async () => (await ask(proxy, "v.example", "/robots.txt").catch(() => null))?.status === 200);
	return proxy;
}

const port = () => app.deps.config.http.port;

async function ask({ tlsPort }: Proxy, host: string, target: string) {
	const headers = { Host: host, "User-Agent": CHROME, "Accept-Language": "en", Cookie: "visualink.sid=s%3Aabc.def" };
	const where = { host: "127.0.0.1", port: tlsPort, servername: host, path: target };
	return answered(https.get({ ...where, headers, rejectUnauthorized: false, agent: false }));
}

async function answered(request: http.ClientRequest) {
	const [answer] = (await once(request, "response")) as [IncomingMessage];
	return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe.each([
	["nginx", nginx],
	["caddy", caddy],
])("P363, P364: %s as docs/operating.md has it, with a domain for links", (command, start) => {
	let proxy: Proxy;
	beforeAll(async () => {
		if (!isMissing(command)) proxy = await start();
	});
	afterAll(() => proxy?.close());

	test.skipIf(isMissing(command))(
		"answers links alone there, and both names redirect to https under their own",
		async () => {
			const link = await ask(proxy, "v.example", linkPath);
			expect(link).toMatchObject({ status: 302, headers: { location: "https://shop.example/" } });
			expect(link.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
			expect(link.headers).not.toHaveProperty("set-cookie");
			expect(await ask(proxy, "visualink.example", linkPath)).toMatchObject({ status: 302 });
			const statuses = async (target: string) =>
				Promise.all(["v.example", "visualink.example"].map(async (host) => (await ask(proxy, host, target)).status));
			expect(await statuses("/api/plans")).toEqual([404, 200]);
			expect(await statuses("/")).toEqual([404, 200]);
			expect(await statuses("/healthz")).toEqual([404, 200]);
			expect((await ask(proxy, "v.example", "/robots.txt")).body).toContain("Allow: /");
			expect((await ask(proxy, "v.example", `${linkPath}+`)).body).toContain("v.example/go/ada/");
			for (const host of ["v.example", "visualink.example"]) {
				const plain = await answered(
					http.get({ ...proxy.plain, path: linkPath, headers: { Host: host }, agent: false }),
				);
				expect(plain.status).toBeGreaterThanOrEqual(301);
				expect(plain.status).toBeLessThanOrEqual(308);
				expect(plain.headers.location?.replace(/:\d+\//, "/")).toBe(`https://${host}${linkPath}`);
			}
		},
	);
});
