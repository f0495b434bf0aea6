import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { ConfigError } from "#server/platform/config/config.ts";
import { makeFolder } from "#server/platform/work/make-folder.ts";

/** Below this the next database outage, or a few images, may fill the disk. */
const LOW_BYTES = 100 * 1024 * 1024;
const FOLDERS = ["view-spool", "images", "originals", "views-archive"];

const WHY: Record<string, string> = {
	EACCES: "this user may not write it",
	EPERM: "this user may not write it",
	EROFS: "it is on a read-only disk",
	ENOSPC: "its disk is full",
	EDQUOT: "this user's quota is used up",
	EEXIST: "it is a file",
	ENOTDIR: "part of its path is a file",
	EIO: "its disk fails",
	ENOENT: "nothing can be made there",
};

/**
 * Makes the data folder, and tests durable writes there and in its existing folders.
 * @returns a warning; null for none
 * @throws ConfigError with a sentence if one is unusable
 */
export async function tryDataFolder(dataDir: string): Promise<string | null> {
	const folders = [dataDir, ...FOLDERS.map((name) => path.join(dataDir, name)).filter(existsSync)];
	for (const folder of folders) await tryFolder(folder);
	return warningOf(dataDir, await roomIn(dataDir));
}

/** Bytes of a folder's disk: total, and available to this user. */
export async function roomIn(folder: string): Promise<{ free: number; size: number }> {
	const { bavail, blocks, bsize } = await statfs(folder);
	return { free: bavail * bsize, size: blocks * bsize };
}

/** @returns a warning; null if there is enough space */
export function warningOf(dataDir: string, { free }: { free: number }): string | null {
	if (free >= LOW_BYTES) return null;
	return `DATA_DIR: the disk of ${dataDir} has ${Math.floor(free / 1024 / 1024)} MB left; views and pictures need more than 100.`;
}

async function tryFolder(folder: string): Promise<void> {
	const probe = path.join(folder, `.probe-${process.pid}-${randomBytes(4).toString("hex")}`);
	try {
		await makeFolder(folder);
		const file = await open(probe, "wx", 0o600);
		try {
			await file.writeFile("may be written\n");
			await file.sync();
		} finally {
			await file.close();
			await rm(probe, { force: true });
		}
	} catch (error) {
		const code = codeOf(error);
		const why = WHY[code] ?? "it can't be written";
		throw new ConfigError(
			`DATA_DIR: ${folder} can't be used: ${why} (${code}). Make it a folder that this user may write, or name another.`,
		);
	}
}

/** Code of a system's error, such as `EACCES`. */
export function codeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
