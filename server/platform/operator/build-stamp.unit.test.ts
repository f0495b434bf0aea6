import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildingPlace, wholeBuilds } from "./build-place.ts";
import { isBuildCurrent, stampOf } from "./build-stamp.ts";

let root: string;
beforeEach(async () => {
	root = await mkdtemp(path.join(os.tmpdir(), "visualink-build-"));
	for (const file of [
		"package.json",
		"package-lock.json",
		"vite.config.ts",
		"tailwind.config.ts",
		"tsconfig.json",
		"client/src/main.tsx",
		"server/main.ts",
		"shared/platform/api-paths.ts",
	])
		await write(file);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text = file): Promise<void> {
	await mkdir(path.dirname(path.join(root, file)), { recursive: true });
	await writeFile(path.join(root, file), text);
}

type Hook = { handler: () => Promise<void> };

/** Builds a file of this text, as Vite would: `during` happens in the middle. */
async function build(text: string, during: () => Promise<void> = async () => {}): Promise<void> {
	const [begin, end] = wholeBuilds({ root }).map(({ buildApp }) => buildApp as unknown as Hook);
	await begin?.handler();
	await mkdir(path.join(buildingPlace(root), "server"), { recursive: true });
	await writeFile(path.join(buildingPlace(root), "server/main.js"), text);
	await during();
	await end?.handler();
}

const built = () => readFile(path.join(root, "dist/server/main.js"), "utf8");

describe("the stamp of the sources", () => {
	it.each([
		"package-lock.json",
		"vite.config.ts",
		"client/src/main.tsx",
		"server/main.ts",
		"shared/platform/api-paths.ts",
	])("differs when %s does", async (file) => {
		const before = await stampOf(root);
		await write(file, "something else");
		expect(await stampOf(root)).not.toBe(before);
	});

	it.each(["client/public/new.png", "server/new.ts", "client/.env"])("differs when there is a new %s", async (file) => {
		const before = await stampOf(root);
		await write(file);
		expect(await stampOf(root)).not.toBe(before);
	});

	it("differs when a text moves from one file to the next", async () => {
		await write("server/a.ts", "xy");
		await write("server/b.ts", "");
		const before = await stampOf(root);
		await write("server/a.ts", "x");
		await write("server/b.ts", "y");
		expect(await stampOf(root)).not.toBe(before);
	});

	it.each([
		"server/main.extended.test.ts",
		"client/src/page.test.tsx",
		"server/testing/app/until.ts",
		"server/testing/load/bench.ts",
		"client/e2e/links.spec.ts",
		"client/node_modules/.vite/results.json",
		"README.md",
	])("is the same with and without %s", async (file) => {
		const before = await stampOf(root);
		await write(file);
		expect(await stampOf(root)).toBe(before);
	});

	it("is the same in another folder", async () => {
		const other = `${root}-b`;
		await cp(root, other, { recursive: true });
		expect(await stampOf(other)).toBe(await stampOf(root));
		await rm(other, { recursive: true });
	});
});

describe("a build", () => {
	it("is current until a source changes, and again once that is taken back", async () => {
		expect(await isBuildCurrent(root)).toBe(false);
		await build("first");
		expect([await isBuildCurrent(root), await built()]).toEqual([true, "first"]);
		await write("server/main.ts", "changed");
		expect(await isBuildCurrent(root)).toBe(false);
		await write("server/main.ts");
		expect(await isBuildCurrent(root)).toBe(true);
	});

	it("is an old one when a source changed while it was made", async () => {
		await build("first", () => write("server/main.ts", "changed"));
		expect(await isBuildCurrent(root)).toBe(false);
	});

	it("replaces the one before, as a whole", async () => {
		await build("first");
		await write("dist/server/gone.js");
		await build("second");
		expect(await readdir(path.join(root, "dist/server"))).toEqual(["main.js"]);
		expect(await built()).toBe("second");
	});

	it("that is interrupted leaves the one before as it was, and the next one sweeps up", async () => {
		await build("first");
		await write("server/main.ts", "changed");
		await expect(build("second", () => Promise.reject(new Error("interrupted")))).rejects.toThrow("interrupted");
		expect([await isBuildCurrent(root), await built()]).toEqual([false, "first"]);
		// A process of this number has never run.
		await write(".dist-4194305/server/main.js");
		await write(`.dist-${process.ppid}/server/main.js`);
		await build("third");
		expect([await isBuildCurrent(root), await built()]).toEqual([true, "third"]);
		const places = (await readdir(root)).filter((name) => name.startsWith(".dist"));
		expect(places).toEqual([`.dist-${process.ppid}`]);
	});
});
