import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";

const UNPACKED = path.join(ROOT, "node_modules/.cache");
/** However slow the machine is: a package source that doesn't answer is given up. */
const DOWNLOAD_MS = 60_000;

/**
 * The folder of a program: the installed one, or Debian's package of its name, unpacked without installing it.
 * @returns null where there is none, and none can be downloaded
 */
export function findProgram(name: "caddy" | "restic"): string | null {
	// biome-ignore lint/style/noProcessEnv: where programs are
	const { PATH = "" } = process.env;
	const installed = PATH.split(path.delimiter).find((folder) => existsSync(path.join(folder, name)));
	if (installed) return installed;
	const unpacked = path.join(UNPACKED, name, "usr/bin");
	if (existsSync(path.join(unpacked, name)) || unpack(name)) return unpacked;
	return null;
}

function unpack(name: string): boolean {
	const folder = path.join(UNPACKED, name);
	mkdirSync(folder, { recursive: true });
	const runs = (program: string, ...args: string[]) =>
		spawnSync(program, args, { cwd: folder, timeout: DOWNLOAD_MS }).status === 0;
	const download = () => runs("apt-get", "download", name);
	// A new machine has no list of packages yet.
	if (!download() && !(runs("apt-get", "update", "-qq") && download())) return false;
	const archive = readdirSync(folder).find((file) => file.endsWith(".deb"));
	return archive !== undefined && runs("dpkg", "-x", archive, ".");
}
