import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findProgram } from "#server/testing/machine/debian-program.ts";
import { copyOffSite } from "./off-site.ts";

const restic = findProgram("restic");

let folder: string;
let repository: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(os.tmpdir(), "visualink-off-site-"));
	repository = path.join(folder, "repository");
	vi.stubEnv("PATH", restic ?? "");
	vi.stubEnv("RESTIC_REPOSITORY", repository);
	vi.stubEnv("RESTIC_PASSWORD", "correct horse");
});
afterEach(async () => {
	vi.unstubAllEnvs();
	await rm(folder, { recursive: true, force: true });
});

/** A night's backup; its image is the same each night, and its dump another one. */
async function night(name: string): Promise<string> {
	const backup = path.join(folder, "nights", name);
	await mkdir(path.join(backup, "images"), { recursive: true });
	await writeFile(path.join(backup, "images/a.jpg"), Buffer.alloc(300_000, "image"));
	await writeFile(path.join(backup, "database.dump"), `dump of ${name}`);
	return backup;
}

const run = (...args: string[]) => execFileSync("restic", args, { encoding: "utf8", stdio: "pipe" });
const copies = () => JSON.parse(run("snapshots", "--json")) as { paths: string[] }[];

/** Where no restic is to be had, all that can be shown is the refusal. */
async function isRefused(): Promise<boolean> {
	if (restic !== null) return false;
	await expect(copyOffSite(await night("one"), 2)).rejects.toThrow("restic was not found: install it");
	return true;
}

it("P298: a night is copied off site encrypted, each content once, and the old ones go", async () => {
	if (await isRefused()) return;
	run("init");
	const [first, second] = [await copyOffSite(await night("one"), 2), await copyOffSite(await night("two"), 2)];
	expect([first.added > 300, second.added < first.added]).toEqual([true, true]);
	await copyOffSite(await night("three"), 2);
	expect(copies().map(({ paths }) => path.basename(paths[0] ?? ""))).toEqual(["two", "three"]);
	const stored = await readdir(repository, { recursive: true, withFileTypes: true });
	const contents = stored
		.filter((each) => each.isFile())
		.map((each) => readFile(path.join(each.parentPath, each.name)));
	expect((await Promise.all(contents)).some((each) => each.includes("dump of"))).toBe(false);

	const fetched = path.join(folder, "fetched");
	run("restore", "latest", "--tag", "visualink", "--target", fetched);
	expect((await readdir(fetched)).sort()).toEqual(["database.dump", "images"]);
	expect(await readFile(path.join(fetched, "database.dump"), "utf8")).toBe("dump of three");
});

it("P610: a copy that fails is one sentence, and removes none", async () => {
	if (await isRefused()) return;
	await expect(copyOffSite(await night("one"), 1)).rejects.toThrow(
		/^restic unlock failed: unable to open config file: stat .+: no such file or directory$/,
	);
	run("init");
	await copyOffSite(await night("one"), 1);
	vi.stubEnv("RESTIC_PASSWORD", "wrong");
	await expect(copyOffSite(await night("two"), 1)).rejects.toThrow(
		/^restic unlock failed: wrong password or no key found$/,
	);
	vi.stubEnv("RESTIC_PASSWORD", "correct horse");
	expect(copies()).toHaveLength(1);
});
