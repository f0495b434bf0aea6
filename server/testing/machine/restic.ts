import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";

const UNPACKED = path.join(ROOT, "node_modules/.cache/restic");
/** However slow the machine is: a package source that doesn't answer is given up. */
const DOWNLOAD_MS = 60_000;

/**
 * The folder of `restic`: the installed one, or Debian's package, unpacked without installing it.
 * @returns null where there is none, and none can be downloaded
 */
export function findRestic(): string | null {
	// biome-ignore lint/style/noProcessEnv: where programs are
	const { PATH = "" } = process.env;
	const installed = PATH.split(path.delimiter).find((folder) => existsSync(path.join(folder, "restic")));
	if (installed) return installed;
	const unpacked = path.join(UNPACKED, "usr/bin");
	if (existsSync(path.join(unpacked, "restic")) || unpack()) return unpacked;
	return null;
}

function unpack(): boolean {
	mkdirSync(UNPACKED, { recursive: true });
	const download = () => runs("apt-get", "download", "restic");
	// A new machine has no list of packages yet.
	if (!download() && !(runs("apt-get", "update", "-qq") && download())) return false;
	const archive = readdirSync(UNPACKED).find((name) => name.endsWith(".deb"));
	return archive !== undefined && runs("dpkg", "-x", archive, ".");
}

function runs(program: string, ...args: string[]): boolean {
	return spawnSync(program, args, { cwd: UNPACKED, timeout: DOWNLOAD_MS }).status === 0;
}
