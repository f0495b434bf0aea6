import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "./testing/machine/free-port.ts";

let dataDir: string;
let port: number;
const running = new Set<ChildProcess>();

beforeAll(async () => {
	dataDir = await mkdtemp(path.join(os.tmpdir(), "visualink-main-"));
	// Root's database runs as another user, who must be able to enter.
	await chmod(dataDir, 0o755);
	port = await freePort();
});

afterAll(async () => {
	for (const child of running) await stop(child, "SIGTERM");
	await rm(dataDir, { recursive: true, force: true });
});

/** Starts the real process and waits until it says that it is ready, or ends. */
async function start(env: Record<string, string> = {}) {
	const child = spawn(process.execPath, ["dist/server/main.js"], {
		// biome-ignore lint/style/noProcessEnv: a child process needs PATH and HOME
		env: { ...process.env, NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir, ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	running.add(child);
	let output = "";
	const code = await new Promise<number | null>((resolve) => {
		const hear = (chunk: Buffer) => {
			output += chunk;
			if (output.includes("Visualink is ready") && output.includes("in place of Stripe")) resolve(null);
		};
		child.stdout.on("data", hear);
		child.stderr.on("data", hear);
		child.once("exit", (exitCode) => {
			running.delete(child);
			resolve(exitCode ?? -1);
		});
	});
	return { child, output, code };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
	if (!running.has(child)) return child.exitCode;
	const ended = once(child, "exit");
	child.kill(signal);
	const [code] = await ended;
	return code;
}

describe("the process", () => {
	it("starts on nothing, starts again, survives kill -9, and stops with code 0", async () => {
		const first = await start();
		expect(first.output).toContain(`Visualink is ready at http://localhost:${port}`);
		expect(first.output).toContain("embedded PostgreSQL");
		expect(first.output).toContain("in place of Google");
		const signIn = await fetch(`http://localhost:${port}/api/auth/google?login_hint=ada@example.com`);
		const cookie = signIn.headers.getSetCookie().join("; ");
		await stop(first.child, "SIGKILL");

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

		expect(await stop(second.child, "SIGTERM")).toBe(0);
		const third = await start();
		expect(third.code).toBeNull();
		expect(await stop(third.child, "SIGINT")).toBe(0);
	}, 90_000);

	it("says what is wrong with its configuration, all of it, and stops", async () => {
		const { code, output } = await start({ NODE_ENV: "production", PORT: "0" });
		expect(code).toBe(1);
		expect(output).toContain("PORT");
		expect(output).not.toContain("    at ");
	});

	it("says when its port is taken", async () => {
		const first = await start();
		const second = await start({ DATA_DIR: `${dataDir}-b` });
		expect(second.code).toBe(1);
		expect(second.output).toContain(`Port ${port} is in use. Set PORT to another one.`);
		expect(await stop(first.child, "SIGTERM")).toBe(0);
		await rm(`${dataDir}-b`, { recursive: true, force: true });
	}, 60_000);
});
