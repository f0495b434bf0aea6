import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/app/test-db.ts";
import { freePort } from "./testing/machine/free-port.ts";
import { startKillableService } from "./testing/machine/kill-runner.ts";
import { PRODUCTION_KEYS } from "./testing/machine/production-keys.ts";

const dist = `${pathToFileURL(path.resolve("dist"))}/`;

/** Writes down the address of each module that is loaded, and lets no name of another host be looked up. */
const WRITE_DOWN = `
import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
	appendFileSync(process.env.MODULE_LIST, url + "\\n");
	return next(url, context);
}`;
const PRELOAD = `
import dns from "node:dns";
import { register } from "node:module";
const lookup = dns.lookup;
dns.lookup = (name, ...rest) => lookup(/^(localhost|[\\d.:]+)$/.test(name) ? name : "nowhere.invalid", ...rest);
register(${JSON.stringify(dataUrl(WRITE_DOWN))});`;

function dataUrl(source: string): string {
	return `data:text/javascript,${encodeURIComponent(source).replaceAll("'", "%27")}`;
}

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-modules-"));
	database = await createTestDatabase();
});
afterAll(async () => {
	await database.drop();
	await rm(folder, { recursive: true, force: true });
});

/** The files of ours that the built process has loaded when it is ready and has answered. */
async function modulesOf(env: Record<string, string>): Promise<string[]> {
	const list = path.join(folder, `modules-${env.SANDBOX ?? "0"}`);
	const port = String(await freePort());
	const service = await startKillableService({
		DATABASE_URL: database.url,
		DATA_DIR: path.join(folder, "data"),
		NODE_OPTIONS: `--import=${dataUrl(PRELOAD)}`,
		MODULE_LIST: list,
		PORT: port,
		LOG_LEVEL: "silent",
		...env,
	});
	try {
		for (const asked of ["/healthz", "/api/plans", "/api/auth/google", "/sandbox/google/authorize", "/v1/customers"]) {
			await (await fetch(`http://127.0.0.1:${port}${asked}`, { redirect: "manual" })).arrayBuffer();
		}
	} finally {
		expect(await service.stop()).toBe(0);
	}
	const loaded = (await readFile(list, "utf8")).trim().split("\n");
	return loaded.filter((url) => url.startsWith(dist)).map((url) => url.slice(dist.length));
}

const isSandbox = (file: string) => file.startsWith("server/sandbox/");

it("loads no module of the sandbox in production", async () => {
	const modules = await modulesOf(PRODUCTION_KEYS);
	expect(modules).toContain("server/app.js");
	expect(modules.filter(isSandbox)).toEqual([]);
});
