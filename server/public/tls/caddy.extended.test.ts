import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import os from "node:os";
import path from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNameServer } from "#server/sandbox/dns/name-server.ts";
import { createLink, type Subscriber, subscriber } from "#server/testing/app/subscriber.ts";
import { until } from "#server/testing/app/until.ts";
import { useTestApp } from "#server/testing/app/use-test-app.ts";
import { createClock, domainsOf, TARGET } from "#server/testing/dns/domains-of.ts";
import { type Caddy, type CaddyPlaces, caddyfile, startCaddy } from "#server/testing/machine/caddy.ts";
import { freePort } from "#server/testing/machine/free-port.ts";
import { startKillableService } from "#server/testing/machine/kill-runner.ts";
import { ROOT } from "#server/testing/machine/root.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const OURS = "https://visualink.example";
const HTTPS_WITHIN_MS = 60_000;
const HOST = "go.brand.example";
const TARGET_URL = "https://example.com/sale";
const UNKNOWN = 10_000;
const UNKNOWN_HANDSHAKES = 300;

const names = await startNameServer();
const clock = createClock();
const domainEnv = { DOMAIN_RESOLVERS: names.address, DOMAIN_TARGET: TARGET };
/** Where accounts act; what Caddy reaches are two processes on the same database. */
const app = useTestApp({ now: clock.now, env: domainEnv });
const { add, check, prove, verified } = domainsOf(names, clock);

type Service = Awaited<ReturnType<typeof startKillableService>>;
let folder: string;
let places: CaddyPlaces;
let services: Service[];
let caddy: Caddy;
let ada: Subscriber;

beforeAll(async () => {
	names.set(TARGET, "A", "192.0.2.1");
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-caddy-"));
	const [servicePorts, askPorts] = [
		[await freePort(), await freePort()],
		[await freePort(), await freePort()],
	];
	places = {
		...{ servicePorts, askPorts, askPort: await freePort(), httpPort: await freePort(), httpsPort: await freePort() },
		dataDir: path.join(folder, "caddy"),
	};
	services = await Promise.all(
		servicePorts.map((port, n) =>
			startKillableService({
				...{ DATABASE_URL: app.deps.databaseUrl, DATA_DIR: path.join(folder, `service-${n}`), PORT: String(port) },
				...{ TLS_ASK_PORT: String(askPorts[n]), PUBLIC_ORIGIN: OURS, LOG_LEVEL: "fatal", ...domainEnv },
			}),
		),
	);
	caddy = await startedCaddy();
	ada = await subscriber(app, "enterprise");
});
afterAll(async () => {
	await caddy?.stop();
	await Promise.all((services ?? []).map((service) => service.stop()));
	await names.close();
	await rm(folder, { recursive: true, force: true });
});

async function startedCaddy(): Promise<Caddy> {
	const config = caddyfile(readFileSync(path.join(ROOT, "Caddyfile"), "utf8"), places);
	const started = startCaddy(config, { dataDir: places.dataDir, env: { PUBLIC_ORIGIN: OURS } });
	await until(() => shakesHands("visualink.example")).catch((error: unknown) => {
		throw new Error(`${error}\n${started.output()}`);
	});
	return started;
}

/** Whether a browser that trusts Caddy's own authority gets a certificate for this name. */
function shakesHands(servername: string): Promise<boolean> {
	const root = path.join(places.dataDir, "caddy/pki/authorities/local/root.crt");
	if (!existsSync(root)) return Promise.resolve(false);
	return new Promise((resolve) => {
		const socket = tls.connect({ host: "127.0.0.1", port: places.httpsPort, servername, ca: readFileSync(root) });
		const end = (isSecured: boolean) => {
			socket.destroy();
			resolve(isSecured);
		};
		socket.once("secureConnect", () => end(socket.authorized)).once("error", () => end(false));
	});
}

type Answer = { status: number; location: string | undefined; body: string };

/** A visit by way of Caddy. */
function visit(scheme: "http" | "https", host: string, target: string): Promise<Answer> {
	const at = {
		host: "127.0.0.1",
		path: target,
		headers: { host, "user-agent": CHROME, "accept-language": "en" },
		agent: false,
	};
	return new Promise((resolve, reject) => {
		const heard = (res: http.IncomingMessage) => {
			let body = "";
			res.setEncoding("utf8").on("data", (part) => {
				body += part;
			});
			res.on("end", () => resolve({ status: res.statusCode ?? 0, location: res.headers.location, body }));
		};
		const req =
			scheme === "http"
				? http.get({ ...at, port: places.httpPort }, heard)
				: https.get({ ...at, port: places.httpsPort, servername: host, rejectUnauthorized: false }, heard);
		req.once("error", reject);
	});
}

/** The names that Caddy has certificates for. */
function certificates(): string[] {
	const store = path.join(places.dataDir, "caddy/certificates/local");
	return existsSync(store) ? readdirSync(store).sort() : [];
}

test("from its DNS records to https in a minute; before that a link works without (P627, P628)", async () => {
	const link = await createLink(ada, { customLinkSlug: "sale", targetUrl: TARGET_URL });
	const added = await add(ada, HOST);
	expect(await shakesHands(HOST)).toBe(false);
	expect(await visit("http", HOST, "/sale")).toEqual({ status: 404, location: undefined, body: "Not found" });

	prove(added);
	names.set(HOST, "CNAME", TARGET);
	await check(ada, added);
	await app.deps.pool.query("UPDATE links SET domain_id = $2 WHERE id = $1", [link.id, added.id]);
	await isKnown(HOST);
	await until(async () => (await visit("http", HOST, "/sale")).location === TARGET_URL);
	expect(certificates()).toEqual(["visualink.example"]);
	await until(() => shakesHands(HOST), HTTPS_WITHIN_MS);
	expect(certificates()).toEqual([HOST, "visualink.example"]);

	await until(async () => (await visit("https", HOST, "/sale")).location === TARGET_URL);
	expect((await visit("http", HOST, "/sale?a=b")).location).toBe(`https://${HOST}/sale?a=b`);
	expect((await visit("http", "visualink.example", "/pricing")).location).toMatch(/^https:\/\/visualink\.example/);
	for (const target of ["/api/version", "/pricing", "/nothing"])
		expect(await visit("https", HOST, target)).toMatchObject({ status: 404, body: "Not found" });
	expect((await visit("https", "visualink.example", "/api/version")).status).toBe(200);
});

test("a removed domain has nothing of ours, though its certificate is still there (P628)", async () => {
	const removed = await verified(ada, "removed.example");
	await until(() => shakesHands("removed.example"));
	expect((await ada.delete(`/api/domains/${removed.id}`)).status).toBe(204);
	for (const scheme of ["http", "https"] as const) {
		for (const target of ["/", "/api/version", "/login"]) {
			await until(async () => {
				const { status, location, body } = await visit(scheme, "removed.example", target);
				return scheme === "http"
					? location?.startsWith("https://removed.example/") === true
					: status === 404 && body === "Not found";
			});
		}
	}
});

test(`${UNKNOWN} unknown names have no certificate (P627)`, async () => {
	const before = certificates();
	const agent = new http.Agent({ keepAlive: true });
	const took: number[] = [];
	const ask = (host: string) =>
		new Promise<number>((resolve, reject) => {
			const since = performance.now();
			const at = { host: "127.0.0.1", port: places.askPorts[0], path: `/?domain=${host}`, agent };
			http
				.get(at, (res) => {
					res.resume().once("end", () => {
						took.push(performance.now() - since);
						resolve(res.statusCode ?? 0);
					});
				})
				.once("error", reject);
		});
	const statuses = new Set<number>();
	for (let n = UNKNOWN_HANDSHAKES; n < UNKNOWN; n++) statuses.add(await ask(`unknown-${n}.example`));
	expect([...statuses]).toEqual([404]);
	took.sort((a, b) => a - b);
	const [half = 0, nearly = 0] = [0.5, 0.99].map((share) => took[Math.floor(took.length * share)]);
	process.stdout.write(`permission: median ${half.toFixed(2)} ms, p99 ${nearly.toFixed(2)} ms of ${took.length}\n`);

	let handshakes = 0;
	const shakeAll = async () => {
		while (handshakes < UNKNOWN_HANDSHAKES) expect(await shakesHands(`unknown-${handshakes++}.example`)).toBe(false);
	};
	await Promise.all([shakeAll(), shakeAll(), shakeAll(), shakeAll()]);
	for (const odd of ["localhost", `x.${HOST}`, "xn--bcher-kva.example"]) expect(await shakesHands(odd)).toBe(false);
	expect(await shakesHands("")).toBe(false);
	expect(await shakesHands(HOST)).toBe(true);
	expect(certificates()).toEqual(before);
	agent.destroy();
});

/** A verified host whose certificate nobody has asked for yet. */
async function known(host: string): Promise<string> {
	await verified(ada, host);
	await isKnown(host);
	return host;
}

/** Waits until both processes have heard of a host: Caddy asks either. */
async function isKnown(host: string): Promise<void> {
	for (const port of places.askPorts) {
		await until(async () => (await fetch(`http://127.0.0.1:${port}/?domain=${host}`)).status === 200);
	}
}

test("Caddy and the service restarted in either order fail no handshake of a known name (P627)", async () => {
	const [first, second] = services;
	const failed: string[] = [];
	const shakeOnce = async (when: string) => {
		for (const host of [HOST, "visualink.example"]) if (!(await shakesHands(host))) failed.push(`${host} ${when}`);
		const { status, location } = await visit("https", HOST, "/sale");
		if (location !== TARGET_URL) failed.push(`the link ${when}: ${status}`);
	};
	await caddy.stop();
	caddy = await startedCaddy();
	await shakeOnce("after Caddy");

	await Promise.all(services.map((service) => service.stop()));
	await caddy.stop();
	await Promise.all(services.map((service) => service.start()));
	caddy = await startedCaddy();
	await shakeOnce("after the service, then Caddy");

	await caddy.stop();
	await Promise.all(services.map((service) => service.stop()));
	caddy = await startedCaddy();
	await Promise.all(services.map((service) => service.start()));
	await shakeOnce("after Caddy, then the service");
	const again = randomUUID().slice(0, 8);
	expect(await shakesHands(await known(`after-${again}.example`))).toBe(true);

	// One after the other, as an upgrade does it: whichever is up permits new certificates.
	for (const [n, service] of [first, second].entries()) {
		const host = await known(`during-${n}-${again}.example`);
		expect(await service?.stop()).toBe(0);
		await shakeOnce(`without process ${n}`);
		expect(await shakesHands(host)).toBe(true);
		await service?.start();
	}
	expect(failed).toEqual([]);
	expect(caddy.output()).not.toMatch(/"remote_ip":"127\.0\.0\.1"/);
});
