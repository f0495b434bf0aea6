import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { builtRelease } from "#server/platform/config/built-release.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { writeRelease } from "./release.ts";

const STAMP = "0123456789abcdef".repeat(4);
const AUTHOR = ["-c", "user.name=A", "-c", "user.email=a@visualink.example", "-c", "commit.gpgsign=false"];

let root: string;
let dist: string;
beforeEach(async () => {
	root = await mkdtemp(path.join(os.tmpdir(), "visualink-release-"));
	dist = path.join(root, "dist");
	await mkdir(dist);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function released(given?: string): Promise<string> {
	await writeRelease(dist, { root, stamp: STAMP, given });
	return builtRelease(dist);
}

/** @returns what git said; null where it is not installed */
function git(...args: string[]): string | null {
	const { error, stdout, stderr, status } = spawnSync("git", ["-C", root, ...AUTHOR, ...args], { encoding: "utf8" });
	if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return null;
	if (status !== 0) throw new Error(stderr);
	return stdout.trim();
}

it("is the one that the build was given, as long as RELEASE may be", async () => {
	expect(await released("  2026.11 ")).toBe("2026.11");
	expect(await released("x".repeat(41))).toBe("x".repeat(40));
});

it("is the fingerprint of the sources without a repository", async () => {
	expect(await released()).toBe("0123456789ab");
	expect(await released(" ")).toBe("0123456789ab");
});

it("is the commit of a checkout, and says where files were changed since (the fingerprint without git)", async () => {
	await writeFile(path.join(root, "file"), "first");
	git("init", "--quiet");
	git("add", "file");
	git("commit", "--quiet", "--message=First");
	git("tag", "v1");
	const commit = git("rev-parse", "HEAD")?.slice(0, 12);
	expect(await released()).toBe(commit ?? "0123456789ab");
	await writeFile(path.join(root, "file"), "second");
	expect(await released()).toBe(commit ? `${commit}-dirty` : "0123456789ab");
});

it("is dev without a build, and what RELEASE says where that is set", () => {
	expect(builtRelease(dist)).toBe("dev");
	expect(readConfig({ RELEASE: "2026.12" }).release).toBe("2026.12");
	expect(readConfig({}).release).toBe("dev");
});
