import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedLinks, viewsOf } from "./testing/app/seeded-links.ts";
import { until } from "./testing/app/test-app.ts";
import { createTestDatabase, type TestDatabase } from "./testing/app/test-db.ts";
import { type Clients, getRequest, startClients } from "./testing/load/clients.ts";
import { createFaultProxy, type FaultProxy } from "./testing/machine/fault-proxy.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { startKillableService } from "./testing/machine/kill-runner.ts";
import { stripeAt } from "./testing/machine/other-stripe.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

let database: TestDatabase;
let proxy: FaultProxy;
let dataDir: string;
let paths: string[];
let direct: pg.Pool;

beforeAll(async () => {
	database = await createTestDatabase();
	direct = new pg.Pool({ connectionString: database.url });
	direct.on("error", () => {});
	paths = await seedLinks(direct, 5);
	proxy = await createFaultProxy(Number(new URL(database.url).port));
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-stop-"));
});

afterAll(async () => {
	await direct.end();
	await proxy.close();
	await database.drop();
	await rm(dataDir, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}) {
	const url = new URL(database.url);
	url.port = String(proxy.port);
	const port = await freePort();
	const service = await startKillableService({
		DATABASE_URL: url.href,
		DATA_DIR: dataDir,
		PORT: String(port),
		LOG_LEVEL: "fatal",
		...env,
	});
	return { port, service };
}

/** Visitors, once some have been answered. */
async function visitedBy(port: number) {
	let asked = 0;
	const next = () => {
		const path = paths[asked++ % paths.length] ?? "";
		return { name: "go", request: getRequest(path, { "User-Agent": CHROME }), status: 302 };
	};
	const visitors = startClients({ port, connections: 4, next });
	const visits = visitors.tally("go");
	await until(() => visits.right > 50);
	return { visitors, visits };
}

/** Silences the database, and goes on until some more have been answered. */
async function freezeUnder(visits: ReturnType<Clients["tally"]>): Promise<void> {
	proxy.freeze();
	const before = visits.right;
	await until(() => visits.right > before + 50);
}

test("SIGTERM while a client sends its request slowly: the process still ends by itself, with code 0 (G5)", async () => {
	const { port, service } = await start();
	const slow = net.connect(port, "127.0.0.1");
	await once(slow, "connect");
	slow.on("error", () => {});
	slow.write("POST /api/links HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nnot yet");
	const half = net.connect(port, "127.0.0.1");
	half.on("error", () => {});
	half.write("GET /go/");
	expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
	expect(await service.stop()).toBe(0);
	slow.destroy();
	half.destroy();
});

test("SIGTERM under load while the database is silent: code 0, and no answered view is lost (G5, B14)", async () => {
	const { port, service } = await start();
	const { visitors, visits } = await visitedBy(port);
	await freezeUnder(visits);
	expect(await service.stop()).toBe(0);
	await visitors.stop();
	proxy.restore();
	expect([unansweredInUse(visitors), visits.wrong]).toEqual([0, {}]);

	const next = await start();
	await until(async () => (await viewsOf(direct)).total >= visits.right);
	expect(await viewsOf(direct)).toEqual({ total: visits.right, wrongCounters: 0 });
	expect(await next.service.stop()).toBe(0);
});

test.each([
	["thrown", 'throw new Error("on purpose");'],
	["rejected", 'Promise.reject(new Error("on purpose"));'],
])(
	"an error that is %s and that nobody catches: told once, drained, code 1, no answered view lost (G10)",
	async (_how, fault) => {
		const countedBefore = (await viewsOf(direct)).total;
		const { port, service } = await start({ NODE_OPTIONS: `--import=${onSignal("SIGUSR2", fault)}` });
		let output = "";
		service.onOutput((text) => {
			output += text;
		});
		const { visitors, visits } = await visitedBy(port);
		const [head, rest] = [
			`GET ${paths[0]} HTTP/1.1\r\nHost: localhost\r\n`,
			`User-Agent: ${CHROME}\r\nAccept-Language: en\r\n\r\n`,
		];
		const underWay = net.connect(port, "127.0.0.1");
		underWay.write(head);
		expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);

		const ended = service.stop("SIGUSR2");
		await until(() => output.includes("on purpose"));
		underWay.write(rest);
		expect(await text(underWay)).toMatch(/^HTTP\/1\.1 302 /);

		expect(await ended).toBe(1);
		await visitors.stop();
		expect([unansweredInUse(visitors), visits.wrong]).toEqual([0, {}]);
		const lines = output.trim().split("\n");
		expect(lines).toHaveLength(1);
		expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 60, err: { type: "Error", message: "on purpose" } });
		expect(await viewsOf(direct)).toEqual({ total: countedBefore + visits.right + 1, wrongCounters: 0 });
	},
);

test("SIGTERM with views that nothing takes while other work hangs: counted, told, and code 1 (P26)", async () => {
	const lossy = path.join(dataDir, "lossy");
	// Stripe takes what we ask and never answers: reading its events outlasts the time of a stop.
	const asked: string[] = [];
	const silent = createServer(({ url = "" }) => asked.push(url));
	await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
	const { port, service } = await start({ DATA_DIR: lossy, ...stripeAt((silent.address() as net.AddressInfo).port) });
	let output = "";
	service.onOutput((text) => {
		output += text;
	});
	const { visitors, visits } = await visitedBy(port);
	await until(() => asked.some((url) => url.startsWith("/v1/events")));
	await rm(path.join(lossy, "view-spool"), { recursive: true, force: true });
	await writeFile(path.join(lossy, "view-spool"), "not a folder");
	await freezeUnder(visits);
	expect(await service.stop()).toBe(1);
	silent.closeAllConnections();
	silent.close();
	await visitors.stop();
	proxy.restore();
	const lines = output
		.trim()
		.split("\n")
		.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
	expect(lines).toMatchObject([{ level: 60, alert: "views_dropped", lostViews: expect.any(Number) }]);
	expect(lines[0].lostViews).toBeGreaterThan(0);
});

/**
 * Requests on a connection in use that got no answer. A connection made while the process stops listening may end before
 * the process sees it; nothing but a balancer that heeds `/readyz` prevents that.
 */
function unansweredInUse({ unanswered, unansweredFirst }: Clients): number {
	return unanswered - unansweredFirst;
}

/** A module for `node --import` that does something when the process gets a signal. */
function onSignal(signal: NodeJS.Signals, what: string): string {
	return `data:text/javascript,${encodeURIComponent(`process.on("${signal}", () => { ${what} });`)}`;
}
