import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, loadConfigFromFile, type UserConfig } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effects } from "./unused-results.ts";

const FIXTURE = path.resolve(import.meta.dirname, "unused-results.ts");
const names = Object.keys(effects);
let dir: string;

beforeAll(async () => {
	dir = await mkdtemp(path.join(os.tmpdir(), "visualink-build-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe("the server's build", () => {
	it("keeps every effect, whether somebody uses the result or not", async () => {
		const built = await builtEffects("ours", await serverBuild());
		for (const name of names) expect([name, built[name]?.()]).toEqual([name, effects[name]?.()]);
	});

	it("would lose some as a bundler builds by default", async () => {
		const built = await builtEffects("default", { rolldownOptions: { output: { minify: "dce-only" } } });
		expect(names.filter((name) => built[name]?.() !== effects[name]?.())).not.toEqual([]);
	});
});

/** How vite.config.ts builds the server. */
async function serverBuild(): Promise<UserConfig["build"]> {
	const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, path.resolve("vite.config.ts"));
	const options = loaded?.config.environments?.server?.build;
	if (!options) throw new Error("vite.config.ts builds no server");
	return options;
}

async function builtEffects(name: string, options: UserConfig["build"]): Promise<typeof effects> {
	const outDir = path.join(dir, name);
	await build({
		configFile: false,
		root: import.meta.dirname,
		logLevel: "error",
		build: {
			...options,
			outDir,
			ssr: true,
			rolldownOptions: { ...options?.rolldownOptions, input: FIXTURE },
		},
	});
	const file = name === "ours" ? "server/testing/machine/unused-results.js" : "unused-results.js";
	return (await import(pathToFileURL(path.join(outDir, file)).href)).effects;
}
