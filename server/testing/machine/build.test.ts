import { mkdtemp, readFile, rm } from "node:fs/promises";
import { SourceMap } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createBuilder, loadConfigFromFile } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireCurrentBuild } from "./current-build.ts";
import { ROOT } from "./root.ts";
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
		const built = await builtAsOurs();
		for (const name of names) expect([name, built[name]?.()]).toEqual([name, effects[name]?.()]);
	});

	it.each(["main", "serve"])("comes with maps that lead from every function of %s to its source", async (file) => {
		await requireCurrentBuild();
		const read = async (name: string) => (await readFile(path.join(ROOT, name), "utf8")).split("\n");
		const map = new SourceMap(JSON.parse((await read(`dist/server/${file}.js.map`)).join("\n")));
		const source = await read(`server/${file}.ts`);
		const functions = (await read(`dist/server/${file}.js`)).flatMap((text, line) => {
			const [name] = /\bfunction \w+\(/.exec(text) ?? [];
			return name === undefined ? [] : [{ name, line, column: text.indexOf(name) }];
		});

		expect(functions).not.toEqual([]);
		for (const { name, line, column } of functions) {
			const entry = map.findEntry(line, column);
			if (!("originalLine" in entry)) throw new Error(`${name} leads nowhere`);
			expect(path.resolve(ROOT, "dist/server", entry.originalSource)).toBe(path.join(ROOT, `server/${file}.ts`));
			expect(source[entry.originalLine]).toContain(name);
		}
	});
});

/** As `npm run build` makes the server: every plugin and constant of vite.config.ts, and a fixture instead of the service. */
async function builtAsOurs(): Promise<typeof effects> {
	const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, path.join(ROOT, "vite.config.ts"));
	const server = loaded?.config.environments?.server;
	if (!server?.build) throw new Error("vite.config.ts builds no server");
	const outDir = path.join(dir, "ours");
	server.build = { ...server.build, outDir, rolldownOptions: { ...server.build.rolldownOptions, input: FIXTURE } };
	const builder = await createBuilder({ ...loaded?.config, configFile: false, logLevel: "error" });
	const environment = builder.environments.server;
	if (!environment) throw new Error("Vite knows no server to build");
	await builder.build(environment);
	return effectsOf(path.join(outDir, "server/testing/machine/unused-results.js"));
}

async function effectsOf(file: string): Promise<typeof effects> {
	return (await import(pathToFileURL(file).href)).effects;
}
