import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { RELEASE_FILE } from "#server/platform/config/built-release.ts";

const DIGITS = 12;
/** The same limit as for RELEASE. */
const MAX_CHARACTERS = 40;

type Source = {
	root: string;
	stamp: string;
	given?: string | undefined;
};

/** Names the release of a finished build (P88). */
export async function writeRelease(dist: string, source: Source): Promise<void> {
	const given = source.given?.trim().slice(0, MAX_CHARACTERS);
	const release = given || (await commitOf(source.root)) || source.stamp.slice(0, DIGITS);
	await writeFile(path.join(dist, RELEASE_FILE), `${release}\n`);
}

async function commitOf(root: string): Promise<string | null> {
	// A repository in a parent folder belongs to another project.
	if (!existsSync(path.join(root, ".git"))) return null;
	const args = ["-C", root, "describe", "--always", "--dirty", `--abbrev=${DIGITS}`, "--exclude=*"];
	const found = await promisify(execFile)("git", args).catch(() => null);
	return found?.stdout.trim() || null;
}
