import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Child, tryService } from "./testing/machine/built-service.ts";
import { freePort } from "./testing/machine/free-port.ts";

let dataDir: string;
let port: number;
const running = new Set<Child>();

beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-main-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
	port = await freePort();
});

afterAll(async () => {
	for (const service of running) await service.stop();
	await rm(dataDir, { recursive: true, force: true });
});

/** Starts the real process and waits until it says that it is ready, or ends. */
async function start(env: Record<string, string> = {}) {
	const service = await tryService(
		{ NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir, ...env },
		{ stderr: "pipe", says: "in place of Stripe" },
	);
	running.add(service);
	return service;
}

describe("the process", () => {
	it("starts on nothing, starts again, survives kill -9, and stops with code 0", async () => {
		const first = await start();
		expect(first.output).toContain(`Visualink is ready at http://localhost:${port}`);
		expect(first.output).toContain("embedded PostgreSQL");
		expect(first.output).toContain("in place of Google");
		const signIn = await fetch(`http://localhost:${port}/api/auth/google?login_hint=ada@example.com`);
		const cookie = signIn.headers.getSetCookie().join("; ");
		await first.stop("SIGKILL");

		// The database that the killed process left running is taken over.
		const second = await start();
		expect(second.output).toContain(`Visualink is ready at http://localhost:${port}`);
		expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
		expect(cookie).toBeDefined();

		// Another process on the same data is refused with one sentence, and harms nothing.
		const twin = await start({ PORT: String(await freePort()) });
		expect(twin.code).toBe(1);
		expect(twin.output).toMatch(/^Another Visualink already runs with this data folder\..*\n$/);
		expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);

		expect(await second.stop("SIGTERM")).toBe(0);
		const third = await start();
		expect(third.code).toBeNull();
		expect(await third.stop("SIGINT")).toBe(0);
	}, 90_000);
});
