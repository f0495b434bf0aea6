import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { moderationService } from "./guarded-service.ts";
import { createStretches } from "./stretches.ts";

/** A process that computes, waits and collects garbage as told, and says so when it is done. */
const PROGRAM = `
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const cpuMs = () => (process.cpuUsage().user + process.cpuUsage().system) / 1000;
function computes(ms) { for (const until = cpuMs() + ms; cpuMs() < until; ); }
function waits(ms) { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); }
await sleep(500);
for (const [what, ms] of JSON.parse(process.argv[2])) {
	if (what === "computes") computes(ms);
	if (what === "waits") waits(ms);
	await sleep(300);
}
process.disconnect();
process.exit();
`;

async function failuresOf(work: [what: "computes" | "waits", ms: number][]) {
	const folder = await mkdtemp(path.join(os.tmpdir(), "visualink-guarded-"));
	const file = path.join(folder, "program.mjs");
	await writeFile(file, PROGRAM);
	const guard = await moderationService();
	// biome-ignore lint/style/noProcessEnv: a child needs PATH and HOME
	const child = fork(file, [JSON.stringify(work)], { env: { ...process.env, ...guard.env } });
	expect(await once(child, "exit")).toEqual([0, null]);
	const failures = await guard.failures();
	await Promise.all([guard.remove(), rm(folder, { recursive: true })]);
	return failures;
}

describe("the guard of the event loop, in a process of its own", () => {
	it("names the function that computes for long", async () => {
		const [failure, ...others] = await failuresOf([["computes", 800]]);
		expect(others).toEqual([]);
		expect(failure?.cpuMs).toBeGreaterThan(400);
		expect(failure?.stack).toContain("computes ");
	});

	it("leaves alone what computes briefly, and what waits without computing", async () => {
		expect(
			await failuresOf([
				["computes", 5],
				["waits", 600],
			]),
		).toEqual([]);
	});
});

describe("what is a failure", () => {
	const service = { name: "parse", url: "file:///x/dist/server/links/imports/read-csv.js", line: 3 };
	const library = { name: "write", url: "file:///x/node_modules/csv-parse/lib/index.js", line: 9 };
	const test = { name: "", url: "file:///x/server/links/imports/imports.test.ts", line: 4 };
	const helper = { name: "startTestApp", url: "file:///x/server/testing/app/test-app.ts", line: 4 };
	const sandbox = { name: "stripe", url: "file:///x/dist/server/sandbox/sandbox.js", line: 4 };
	const stretch = (cpuMs: number, ...frames: (typeof service)[]) => ({ cpuMs, heldMs: cpuMs, stacks: [frames] });
	const failures = (all: ReturnType<typeof stretch>[], options?: Parameters<typeof createStretches>[0]) => {
		const stretches = createStretches(options);
		for (const each of all) stretches.add(each);
		return stretches.failures();
	};
	const often = (one: ReturnType<typeof stretch>) => [one, one, one];

	it("is the third stretch of a place, or a very long one", () => {
		expect(failures(often(stretch(51, library, service)))).toMatchObject([
			{ place: "parse of dist/server/links/imports/read-csv.js", times: 3, cpuMs: 51 },
		]);
		expect(failures([stretch(51, service), stretch(51, service)])).toEqual([]);
		expect(failures([stretch(401, service)])).toHaveLength(1);
		expect(failures(often(stretch(50, service)))).toEqual([]);
	});

	it("is not what several requests did that passed through the same middleware", () => {
		const middleware = { name: "", url: "file:///x/dist/server/platform/http/cost-classes.js", line: 3 };
		const routes = ["links", "imports", "stats"].map((name) => ({ ...service, name }));
		expect(failures(routes.map((route) => stretch(51, route, middleware)))).toEqual([]);
		expect(failures(often(stretch(51, service, middleware)))).toHaveLength(1);
		expect(failures(often(stretch(51, library, middleware)))).toHaveLength(1);
	});

	it("is nothing of tests, their helpers or the sandbox, nor what several places did in one turn", () => {
		for (const other of [test, helper, sandbox]) {
			expect(failures([stretch(900, service, other)])).toEqual([]);
			expect(failures([stretch(900, service, other)], { isServiceAlone: true })).toEqual([]);
		}
		expect(failures([{ ...stretch(900, service), stacks: [[service], [{ ...service, name: "other" }]] }])).toEqual([]);
	});

	it("is a library's work where no function of ours is seen, if nothing else runs in the process", () => {
		expect(failures([stretch(900, library)])).toEqual([]);
		expect(failures([stretch(900, library)], { isServiceAlone: true })).toHaveLength(1);
	});
});
