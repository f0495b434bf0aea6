import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { failedTestsSummary } from "./failed-tests.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

let folder: string | undefined;
afterEach(async () => {
	if (folder) await rm(folder, { recursive: true, force: true });
});

/** What a runner of this project prints about a folder of its own with these files. */
async function printed(args: string[], files: Record<string, string>): Promise<string> {
	folder = await mkdtemp(path.join(os.tmpdir(), "planted-tests-"));
	await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
	for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
	return await new Promise((resolve) => {
		// biome-ignore lint/style/noProcessEnv: a child needs PATH, and nothing of this run's own
		const options = { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: "1" } };
		execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
	});
}

const bin = (name: string) => path.join(ROOT, "node_modules", name);
const reporter = (name: string) => path.join(import.meta.dirname, name);

it("a failed run of Vitest ends with what failed and the command for it", async () => {
	const text = await printed([bin("vitest/vitest.mjs"), "run"], {
		"vitest.config.ts": `import { FailedTestsReporter } from ${JSON.stringify(reporter("vitest.ts"))};
			export default { test: { reporters: ["default", new FailedTestsReporter()] } };`,
		"sums.test.ts": `import { describe, expect, it } from "vitest";
			describe("sums", () => { it("hold", () => {}); it("break", () => expect(1).toBe(2)); });`,
		"hooks.test.ts": `import { beforeAll, it } from "vitest";
			beforeAll(() => { throw new Error("no database"); }); it("waits", () => {});`,
	});
	expect(text.trimEnd().split("\n").slice(-5)).toEqual([
		"Failed (2):",
		expect.stringMatching(/^ {2}(hooks\.test\.ts › (waits|no database)|sums\.test\.ts › sums > break)$/),
		expect.stringMatching(/^ {2}(hooks\.test\.ts › (waits|no database)|sums\.test\.ts › sums > break)$/),
		"Run only these:",
		expect.stringMatching(
			/^ {2}npm run build && npx vitest run (hooks\.test\.ts sums|sums\.test\.ts hooks)\.test\.ts$/,
		),
	]);
});

it("a failed run of Playwright ends with what failed and the command for it", async () => {
	const text = await printed([bin("@playwright/test/cli.js"), "test"], {
		"playwright.config.ts": `export default { testDir: ".", reporter: [["list"], [${JSON.stringify(reporter("playwright.ts"))}]] };`,
		"sums.spec.ts": `import { expect, test } from "@playwright/test";
			test("hold", () => {});
			test.describe("sums", () => { test("break", () => expect(1).toBe(2)); });`,
	});
	expect(text.trimEnd().split("\n").slice(-4)).toEqual([
		"Failed (1):",
		"  sums.spec.ts:3 › sums › break",
		"Run only these:",
		"  npm run test:e2e -- sums.spec.ts:3",
	]);
});

it("names each place once, and says nothing of a run that held", () => {
	const twice = ["on a phone", "on a desk"].map((name) => ({ place: "a.spec.ts:3", name }));
	expect(failedTestsSummary(twice, "run").split("\n").at(-2)).toBe("  run a.spec.ts:3");
	expect(failedTestsSummary([], "run")).toBe("");
});
