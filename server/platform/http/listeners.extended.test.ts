import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/app/test-db.ts";
import { freePort } from "../../testing/machine/free-port.ts";
import { startKillableService } from "../../testing/machine/kill-runner.ts";
import { isListening } from "../../testing/machine/processes.ts";

/** Every address that begins with 127 is this machine's; only the first is loopback's own name. */
const ANOTHER = "127.0.0.2";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
	database = await createTestDatabase();
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-doors-"));
});
afterAll(async () => {
	await database.drop();
	await rm(dataDir, { recursive: true, force: true });
});

/** Which of three addresses a service takes connections at, each by a whole answer. */
async function doorsOf(env: Record<string, string>): Promise<Record<string, string | null>> {
	const port = await freePort();
	const common = { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: "fatal", NODE_ENV: "development" };
	const service = await startKillableService({ ...common, PORT: String(port), ...env });
	const listeners: Record<string, string | null> = {};
	for (const host of ["127.0.0.1", "::1", ANOTHER])
		listeners[host] = (await isListening(port, host)) ? await answerAt(host, port) : null;
	expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
	expect(await service.stop()).toBe(0);
	expect(await isListening(port, "::1")).toBe(false);
	return listeners;
}

async function answerAt(host: string, port: number): Promise<string> {
	const socket = net.connect({ host, port });
	socket.end("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
	return (await text(socket)).slice(9, 12);
}

it("listens on both addresses of loopback, and no other, while there is a sandbox", async () => {
	expect(await doorsOf({})).toEqual({ "127.0.0.1": "200", "::1": "200", [ANOTHER]: null });
});

it("listens where HOST says", async () => {
	expect(await doorsOf({ HOST: "0.0.0.0" })).toEqual({ "127.0.0.1": "200", "::1": null, [ANOTHER]: "200" });
});

it("listens on every address in production", async () => {
	const everywhere = { "127.0.0.1": "200", "::1": "200", [ANOTHER]: "200" };
	expect(await doorsOf({ NODE_ENV: "production", SANDBOX: "1" })).toEqual(everywhere);
});
